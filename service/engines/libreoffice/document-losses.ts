import { z } from '@filemill/operations';
import type { FileTask } from '../file-task.ts';

const losses = z.object({
	/** Fonts that are not installed, with those that took their place. */
	fonts_substituted: z.record(z.string(), z.string()).default({}),
	external_pictures: z.number().default(0),
});

/** What a PDF has otherwise than its document: warns of pictures left out, answers the fonts that were replaced. */
export function documentLosses(facts: unknown, { input, warn }: FileTask) {
	const { fonts_substituted, external_pictures: count } = losses.parse(facts);
	if (count > 0)
		warn(
			`"${input.filename}" shows ${count} ${count === 1 ? 'picture that lies' : 'pictures that lie'} elsewhere, which ${count === 1 ? 'was' : 'were'} not loaded: only what is inside a document is shown.`,
		);
	return Object.keys(fonts_substituted).length > 0 ? { fonts_substituted } : {};
}
