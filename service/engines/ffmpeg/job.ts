import type { Params } from '@filemill/operations';
import type { Container } from './containers.ts';
import type { Media } from './probe-media.ts';
import type { Trim } from './trim.ts';

/** What is to be made of what. */
export interface Job {
	readonly params: Params<'convert'>;
	readonly media: Media;
	readonly container: Container;
	readonly trim: Trim;
}

/** `"a", "b" or "c"`, as a sentence lists what may be chosen. */
export function oneOf(names: readonly string[]): string {
	return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
		names.map((name) => `"${name}"`),
	);
}
