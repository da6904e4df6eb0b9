import type { PDFPage } from '@cantoo/pdf-lib';
import { walkPage } from './walk-page.ts';

const showing = new Set(['Tj', 'TJ', "'", '"']);

/** Whether the content of a page shows text, visible or not; a page that cannot be read does not. */
export function showsText(page: PDFPage): boolean {
	let found = false;
	try {
		walkPage(page, ({ operator }) => {
			found ||= showing.has(operator);
		});
	} catch {
		// What was found before the fault stands.
	}
	return found;
}
