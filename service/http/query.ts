import { z } from '@filemill/operations';
import { InvalidQueryError } from './errors.ts';

/** The query of a request; blank values count as absent, as some clients send all they know. */
export class Query {
	readonly #values: ReadonlyMap<string, string>;

	constructor(query: unknown) {
		const values = z.record(z.string(), z.unknown()).catch({}).parse(query);
		this.#values = new Map(
			Object.entries(values).flatMap(([name, value]): [string, string][] => {
				const last = Array.isArray(value) ? value.at(-1) : value;
				return typeof last === 'string' && last.trim() !== '' ? [[name, last.trim()]] : [];
			}),
		);
	}

	text(name: string): string | undefined {
		return this.#values.get(name);
	}

	/** A value that must be one of a list. @throws InvalidQueryError */
	oneOf(name: string, allowed: readonly string[]): string | undefined {
		const value = this.#values.get(name);
		if (value !== undefined && !allowed.includes(value))
			throw new InvalidQueryError(name, value, `must be one of ${allowed.join(', ')}`);
		return value;
	}

	/** A whole number from `minimum` to `maximum`. @throws InvalidQueryError */
	integer(name: string, minimum: number, maximum: number): number | undefined {
		const value = this.#values.get(name);
		if (value === undefined) return undefined;
		const number = Number(value);
		if (!Number.isSafeInteger(number) || number < minimum || number > maximum)
			throw new InvalidQueryError(
				name,
				value,
				`must be a whole number from ${minimum} to ${maximum}`,
			);
		return number;
	}

	/** The parts of a list separated by commas. */
	list(name: string): ReadonlySet<string> {
		const parts = (this.#values.get(name) ?? '').split(',').map((part) => part.trim());
		return new Set(parts.filter((part) => part !== ''));
	}

	/** The query as it stands in an address, with another page. */
	withPage(page: number): string {
		return new URLSearchParams(
			[...this.#values].filter(([name]) => name !== 'page').concat([['page', String(page)]]),
		).toString();
	}
}
