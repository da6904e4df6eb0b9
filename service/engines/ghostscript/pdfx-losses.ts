import type { Params } from '@filemill/operations';
import type { FileTask } from '../file-task.ts';
import type { Traits } from '../pdf-lib/pdf-traits.ts';
import { variants } from '../pdf-lib/pdfx/variants.ts';

/** Says in plain words what a PDF had and its PDF/X has not. */
export function warnOfLosses(
	{
		variant,
		traits,
		pictured,
	}: {
		variant: Params<'pdf/x'>['variant'];
		traits: Traits;
		/** Pages that became pictures although they show text. */
		pictured: readonly number[];
	},
	{ input: { filename }, warn }: Pick<FileTask, 'input' | 'warn'>,
): void {
	const { standard } = variants[variant];
	if (pictured.length > 0)
		warn(
			`${pictured.length > 1 ? 'Pages' : 'Page'} ${list(pictured)} of "${filename}" became a picture at 300 dpi, because ${standard} allows no transparency; its text can still be searched, but is no longer sharp at any size. PDF/X-4 keeps it.`,
		);
	if (traits.signatures > 0)
		warn(`The signatures of "${filename}" are gone: they hold only for the unchanged file.`);
	if (traits.links) warn(`Links of "${filename}" no longer work: ${standard} has none.`);
	if (traits.comments || traits.form)
		warn(`Comments and form fields of "${filename}" became part of the page.`);
	if (traits.attachments) warn(`The attachments of "${filename}" are not in its ${standard}.`);
	if (traits.layers) warn(`The layers of "${filename}" were merged as they were shown.`);
}

function list(pages: readonly number[]): string {
	const shown = pages.slice(0, 20).join(', ');
	return pages.length > 20 ? `${shown} …` : shown;
}
