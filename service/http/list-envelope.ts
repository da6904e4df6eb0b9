import type { Listed, Page } from '../store/list-rows.ts';
import type { Query } from './query.ts';

/** The page that a query asks for: `page` from 1, `per_page` 100 unless told. */
export function pageOf(query: Query): Page {
	return {
		page: query.integer('page', 1, 1_000_000) ?? 1,
		perPage: query.integer('per_page', 1, 1000) ?? 100,
	};
}

/** A list as clients expect it: no totals and no last page, full addresses for the pages around. */
export function listEnvelope(
	path: string,
	query: Query,
	page: Page,
	listed: Listed<unknown>,
): object {
	const address = (number: number) => `${path}?${query.withPage(number)}`;
	const from = (page.page - 1) * page.perPage + 1;
	const count = listed.rows.length;
	return {
		data: listed.rows,
		links: {
			first: address(1),
			last: null,
			prev: page.page > 1 ? address(page.page - 1) : null,
			next: listed.more ? address(page.page + 1) : null,
		},
		meta: {
			current_page: page.page,
			from: count > 0 ? from : null,
			path,
			per_page: page.perPage,
			to: count > 0 ? from + count - 1 : null,
		},
	};
}
