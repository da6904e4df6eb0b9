import path from 'node:path';
import { z } from '@filemill/operations';
import type { FileTask } from '../file-task.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import { colourOptions } from './colour-options.ts';
import { writeDistillerSetup } from './distiller.ts';
import type { Ghostscript } from './ghostscript.ts';
import type { ColourSpace, Profile } from './optimize-profiles.ts';
import { outputProfile } from './output-profile.ts';

/** A PDF whose content is to be written anew. */
export interface Rewriting {
	readonly file: string;
	readonly profile: Profile;
	readonly colours: ColourSpace;
	/** Hears the number of pages done. */
	readonly onPage: (page: number) => void;
}

/**
 * Has Ghostscript write the content of the pages anew: fonts merged and subset, colours converted, pictures brought to
 * the profile's resolution. Links, forms, outline and the rest stay, because only the content goes through it. Answers
 * the new file; undefined when the pages that came out do not match.
 */
export async function rewriteContent(
	{ ghostscript, pdfLib }: { ghostscript: Ghostscript; pdfLib: PdfLib },
	{ file, profile, colours, onPage }: Rewriting,
	task: FileTask,
): Promise<string | undefined> {
	const output = task.workspace.tmp;
	const [content, rewritten] = [
		path.join(output, 'content.pdf'),
		path.join(output, 'rewritten.pdf'),
	];
	const { sequences } = await pdfLib.run(
		{ action: 'take-content', params: {}, input: file, output, facts: masked },
		task,
	);
	const setup = await writeDistillerSetup(profile.jpeg, task);
	await ghostscript.run(
		{
			options: [
				'-sDEVICE=pdfwrite',
				'-dCompatibilityLevel=1.7',
				'-dAutoRotatePages=/None',
				'-dDetectDuplicateImages=true',
				'-dCompressFonts=true',
				'-dSubsetFonts=true',
				'-dEmbedAllFonts=true',
				...colourOptions[colours],
				...pictureOptions(profile),
			],
			permitRead: [outputProfile.file],
			inputs: [setup, content].map((one) => ghostscript.visible(one, task)),
			output: ghostscript.visible(rewritten, task),
			onPage,
		},
		task,
	);
	const { grafted } = await pdfLib.run(
		{
			action: 'graft-content',
			params: { converted: colours !== 'unchanged', sequences },
			input: file,
			more: [rewritten],
			output,
			facts: z.object({ grafted: z.boolean() }),
		},
		task,
	);
	return grafted ? path.join(output, 'grafted.pdf') : undefined;
}

const masked = z.object({ sequences: z.array(z.string().max(1000)).max(3000) });

/** Pictures at more than this many times the wanted resolution are made smaller. */
const threshold = 1.3;

function pictureOptions({ dpi }: Profile): string[] {
	if (dpi === undefined)
		return [
			...['Color', 'Gray', 'Mono'].map((kind) => `-dDownsample${kind}Images=false`),
			// Nothing is lost in pictures that were not lossy before.
			...['Color', 'Gray'].flatMap((kind) => [
				`-dAutoFilter${kind}Images=false`,
				`-d${kind}ImageFilter=/FlateEncode`,
			]),
		];
	// Black and white has no greys to smooth its edges, and needs more.
	const resolutions = { Color: dpi, Gray: dpi, Mono: Math.max(300, dpi * 2) };
	return Object.entries(resolutions).flatMap(([kind, resolution]) => [
		`-dDownsample${kind}Images=true`,
		`-d${kind}ImageResolution=${resolution}`,
		`-d${kind}ImageDownsampleThreshold=${threshold}`,
		`-d${kind}ImageDownsampleType=/${kind === 'Mono' ? 'Subsample' : 'Bicubic'}`,
	]);
}
