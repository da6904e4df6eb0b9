import path from 'node:path';
import { z } from '@filemill/operations';
import { EngineError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import type { Traits } from '../pdf-lib/pdf-traits.ts';
import { needsConversion } from './colour-options.ts';
import type { Ghostscript } from './ghostscript.ts';
import type { ColourSpace, Profile } from './optimize-profiles.ts';
import { rewriteContent } from './rewrite-content.ts';

/** A PDF on its way, and what was done to it in plain words. */
export interface Draft {
	readonly file: string;
	readonly done: readonly string[];
}

/** A whole PDF, and what is to become of it. */
export interface Plan {
	readonly file: string;
	readonly pages: number;
	readonly traits: Traits;
	readonly profile: Profile;
	readonly colours: ColourSpace;
}

interface Tools {
	readonly ghostscript: Ghostscript;
	readonly pdfLib: PdfLib;
}

/** Makes all versions of a PDF that a profile allows; the smallest is the best of them. */
export async function makeDrafts(tools: Tools, plan: Plan, task: FileTask): Promise<Draft[]> {
	const { profile, traits, colours } = plan;
	const converts = needsConversion(traits, colours);
	const untouched: Draft = { file: plan.file, done: [] };
	if (converts && (traits.comments || traits.form))
		task.warn(`The colours of comments and form fields of "${task.input.filename}" are unchanged.`);
	if (profile.layers) {
		const start = converts ? await rewrite(tools, plan, untouched, task) : untouched;
		const layered = await layer(tools.pdfLib, plan, start ?? untouched, task);
		const small = await shrink(tools.pdfLib, plan, layered, task);
		return converts ? [small] : [small, untouched];
	}
	const small = await shrink(tools.pdfLib, plan, untouched, task);
	task.progress(30);
	if (!converts && (traits.tagged || traits.layers)) {
		task.warn(
			`Fonts of "${task.input.filename}" are unchanged: merging them would lose its ${traits.tagged ? 'tags for screen readers' : 'layers'}.`,
		);
		return [small, untouched];
	}
	const rewritten = await rewrite(tools, plan, small, task);
	// For print, fonts inside and the right resolution count for more than size.
	if (rewritten && (converts || profile.mayGrow)) return [rewritten];
	return rewritten ? [rewritten, small, untouched] : [small, untouched];
}

async function shrink(
	pdfLib: PdfLib,
	{ profile }: Plan,
	{ file, done }: Draft,
	task: FileTask,
): Promise<Draft> {
	if (!profile.pictures) return { file, done };
	const output = task.workspace.tmp;
	const { pictures, privateData } = await pdfLib.run(
		{
			action: 'shrink-pictures',
			params: profile.pictures,
			input: file,
			output,
			facts: z.object({ pictures: z.number(), privateData: z.boolean() }),
		},
		task,
	);
	const { lossy } = profile.pictures;
	const how = lossy ? `at up to ${lossy.dpi} dpi` : 'without loss';
	const words = pictures > 0 ? [`${count(pictures, 'picture')} compressed ${how}`] : [];
	if (privateData) words.push('private data of editors removed');
	if (words.length === 0) return { file, done };
	return { file: path.join(output, 'shrunk.pdf'), done: [...done, ...words] };
}

async function layer(
	pdfLib: PdfLib,
	{ pages }: Plan,
	{ file, done }: Draft,
	task: FileTask,
): Promise<Draft> {
	const output = task.workspace.tmp;
	const facts = z.object({ layered: z.array(z.number()) });
	const { layered } = await pdfLib.run(
		{ action: 'layer-scans', params: {}, input: file, output, facts },
		task,
	);
	if (layered.length < pages)
		task.warn(
			layered.length === 0
				? `No page of "${task.input.filename}" is a scan that can be split into text and paper; its pictures were compressed as they are.`
				: `Only ${layered.length} of ${pages} pages of "${task.input.filename}" are scans that can be split into text and paper; pictures of the others were compressed as they are.`,
		);
	if (layered.length === 0) return { file, done };
	return {
		file: path.join(output, 'layered.pdf'),
		done: [...done, `${count(layered.length, 'page')} split into layers of text and paper`],
	};
}

async function rewrite(
	tools: Tools,
	{ profile, colours, traits, pages }: Plan,
	{ file, done }: Draft,
	task: FileTask,
): Promise<Draft | undefined> {
	const converts = needsConversion(traits, colours);
	const onPage = (page: number) => task.progress(30 + (page / pages) * 50);
	const made = await rewriteContent(
		tools,
		{ file, profile, colours: converts ? colours : 'unchanged', onPage },
		task,
	).catch((error: unknown) => {
		// Where only fonts were to gain, there is something to go on with.
		if (converts || !(error instanceof EngineError)) throw error;
		return undefined;
	});
	const { filename } = task.input;
	if (!made) {
		task.warn(
			`${converts ? 'Colours and fonts' : 'Fonts'} of "${filename}" are unchanged: its pages could not be written anew.`,
		);
		return undefined;
	}
	if (traits.tagged) task.warn(`The tags for screen readers of "${filename}" are gone.`);
	if (traits.layers) task.warn(`The layers of "${filename}" were merged as they were shown.`);
	const words = ['fonts merged and subset'];
	if (converts) words.push(`colours converted to ${colourNames[colours]}`);
	return { file: made, done: [...done, ...words] };
}

const colourNames: Readonly<Record<ColourSpace, string>> = {
	unchanged: 'what they were',
	rgb: 'RGB',
	cmyk: 'CMYK',
	grayscale: 'greys',
};

function count(number: number, thing: string): string {
	return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
