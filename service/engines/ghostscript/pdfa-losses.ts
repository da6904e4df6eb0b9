import type { FileTask } from '../file-task.ts';
import type { Traits } from '../pdf-lib/pdf-traits.ts';
import type { PdfaLevel } from '../pdf-lib/pdfa/level.ts';

/** How a PDF/A came about. */
export interface Archived {
	readonly level: PdfaLevel;
	/** Before. */
	readonly traits: Traits;
	/** What PDF/A cannot hold and had to go. */
	readonly losses: readonly { readonly what: string; readonly count: number }[];
	/** Whether the pages were written anew. */
	readonly rewritten: boolean;
	/** Pages that became pictures. */
	readonly pictured: readonly number[];
}

/** Says in plain words what a file had and its PDF/A has not. */
export function warnOfPdfaLosses(
	{ level, traits, losses, rewritten, pictured }: Archived,
	{ input: { filename }, warn }: Pick<FileTask, 'input' | 'warn'>,
): void {
	const standard = `PDF/A-${level}`;
	for (const { what, count } of losses)
		warn(
			`"${filename}" had what ${standard} cannot hold, and it was left out: ${what} (${count}).`,
		);
	if (pictured.length > 0)
		warn(
			`${pictured.length > 1 ? 'Pages' : 'Page'} ${list(pictured)} of "${filename}" became a picture at 300 dpi, because ${standard} allows no transparency; the text there can still be searched and copied. Levels 2b and 3b keep the page as it is.`,
		);
	if (traits.signatures > 0)
		warn(`The signatures of "${filename}" no longer hold: they are for the unchanged file.`);
	if (!rewritten) return;
	if (traits.form)
		warn(
			`The form of "${filename}" can no longer be filled in; what it showed is part of the page.`,
		);
	if (traits.tagged)
		warn(
			`The structure of "${filename}" for screen readers is gone; ${standard} does not ask for it.`,
		);
	if (traits.layers) warn(`The layers of "${filename}" were merged as they were shown.`);
}

function list(pages: readonly number[]): string {
	const shown = pages.slice(0, 20).join(', ');
	return pages.length > 20 ? `${shown} …` : shown;
}
