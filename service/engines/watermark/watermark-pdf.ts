import path from 'node:path';
import { type Params, z } from '@filemill/operations';
import { UnsupportedError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import type { WatermarkParams } from '../pdf-lib/actions/watermark-pages.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import { pdfTraits } from '../pdf-lib/pdf-traits.ts';
import { plainPdf } from '../qpdf/plain-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import { selectPages } from '../qpdf/select-pages.ts';
import type { Sandbox } from '../sandbox.ts';
import { findFont } from './find-font.ts';
import { type PictureTools, takePicture } from './take-picture.ts';

/** What marking PDFs takes. */
export interface WatermarkTools extends PictureTools {
	readonly sandbox: Sandbox;
	readonly qpdf: Qpdf;
	readonly pdfLib: PdfLib;
}

type Watermark = Params<'watermark'>;

/** Marks pages of a PDF with a text or a picture. */
export const watermarkPdf =
	(tools: WatermarkTools): FileHandler<'watermark'> =>
	async (params, task) => {
		const { input, workspace } = task;
		const { qpdf, pdfLib } = tools;
		if (input.format !== 'pdf')
			throw new UnsupportedError(
				`File "${input.filename}" is ${input.format}, but watermark works on pdf; convert it to pdf first.`,
			);
		const { numbers } = await selectPages(qpdf, params.pages, task);
		// Faults of the file have been told by now.
		const { file } = await plainPdf(qpdf, { ...task, warn: () => undefined });
		const { stamp, more, font } = await stampOf(tools, params, task);
		await warnOfLosses(pdfLib, file, task);
		task.progress(30);
		const { marked, missing } = await pdfLib.run(
			{
				action: 'watermark-pages',
				params: {
					pages: numbers,
					layer: params.layer,
					stamp,
					opacity: params.opacity / 100,
					placement: {
						vertical: params.position_vertical,
						horizontal: params.position_horizontal,
						marginVertical: params.margin_vertical,
						marginHorizontal: params.margin_horizontal,
						rotation: params.rotation,
					},
				},
				input: file,
				more,
				output: workspace.tmp,
				facts: markFacts,
			},
			task,
		);
		if (missing !== '')
			task.warn(`No installed font has all of the text; it shows boxes instead of "${missing}".`);
		const filename = nameWithFormat(input.filename, 'pdf');
		const output = path.join(workspace.output, filename);
		const visible = (name: string) => qpdf.visible(name, task);
		await qpdf.run(
			{
				inputFile: visible(path.join(workspace.tmp, 'watermarked.pdf')),
				outputFile: visible(output),
				objectStreams: 'generate',
				// Restrictions hold as they did before.
				copyEncryption: visible(input.path),
			},
			{ ...task, warn: () => undefined },
		);
		const facts = { pages_marked: marked, ...(font && { font }) };
		return { files: [{ filename, path: output }], facts };
	};

const markFacts = z.object({ marked: z.number().int(), missing: z.string().max(10_000) });

async function stampOf(tools: WatermarkTools, params: Watermark, task: FileTask) {
	if (params.text === undefined) {
		const stamp: WatermarkParams['stamp'] = {
			kind: 'picture',
			width: params.image_width,
			height: params.image_height,
			widthPercent: params.image_width_percent,
		};
		if (params.font_width_percent !== undefined) warnOf('font_width_percent', 'image');
		return { stamp, more: [await takePicture(tools, task)], font: undefined };
	}
	for (const name of ['image_width', 'image_height', 'image_width_percent'] as const)
		if (params[name] !== undefined) warnOf(name, 'text');
	const { text, font_name, font_size, font_color, font_align, font_width_percent } = params;
	const font = await findFont(tools.sandbox, font_name, text, task);
	const stamp: WatermarkParams['stamp'] = {
		kind: 'text',
		text,
		font,
		size: font_size,
		color: rgbOf(font_color),
		align: font_align,
		widthPercent: font_width_percent,
	};
	return { stamp, more: [], font: { asked: font_name, used: font.name } };

	function warnOf(parameter: string, given: string): void {
		task.warn(`Parameter "${parameter}" has no effect where "${given}" is the watermark.`);
	}
}

/** "#f00" and "#ff0000" as red, green and blue from 0 to 1. */
function rgbOf(color: string): number[] {
	const digits = color.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
	return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
}

async function warnOfLosses(pdfLib: PdfLib, file: string, task: FileTask): Promise<void> {
	const { filename } = task.input;
	const { signatures, claimsPdfa } = await pdfLib.run(
		{
			action: 'inspect-pdf',
			params: {},
			input: file,
			output: task.workspace.tmp,
			facts: pdfTraits,
		},
		task,
	);
	if (signatures > 0)
		task.warn(`The signatures of "${filename}" no longer hold: they are for the unchanged file.`);
	if (claimsPdfa)
		task.warn(
			`File "${filename}" says that it is PDF/A, which nobody has checked since; convert it by pdf/a after this if it has to be.`,
		);
}
