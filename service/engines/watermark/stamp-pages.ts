import path from 'node:path';
import { type Params, z } from '@filemill/operations';
import type { FileTask } from '../file-task.ts';
import type { WatermarkParams } from '../pdf-lib/actions/watermark-pages.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import type { Sandbox } from '../sandbox.ts';
import { findFont } from './find-font.ts';
import { type PictureTools, takePicture } from './take-picture.ts';

/** What marking takes. */
export interface StampTools extends PictureTools {
	readonly sandbox: Sandbox;
	readonly pdfLib: PdfLib;
}

type Watermark = Params<'watermark'>;

/** What was marked: a PDF, on so many pages, and the font that stands for the one that was asked for. */
export interface Stamped {
	readonly file: string;
	readonly marked: number;
	readonly font: { readonly asked: string; readonly used: string } | undefined;
}

/** Puts the watermark of a task on pages of a PDF; with `inPixels` a point of it is a pixel of a picture. */
export async function stampPages(
	tools: StampTools,
	params: Watermark,
	{ file, pages, inPixels = false }: { file: string; pages: readonly number[]; inPixels?: boolean },
	task: FileTask,
): Promise<Stamped> {
	const { workspace } = task;
	const { stamp, more, font } = await stampOf(tools, params, inPixels, task);
	const { marked, missing } = await tools.pdfLib.run(
		{
			action: 'watermark-pages',
			params: {
				pages,
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
	return { file: path.join(workspace.tmp, 'watermarked.pdf'), marked, font };
}

const markFacts = z.object({ marked: z.number().int(), missing: z.string().max(10_000) });

async function stampOf(tools: StampTools, params: Watermark, inPixels: boolean, task: FileTask) {
	if (params.text === undefined) {
		const { file, pixels } = await takePicture(tools, task);
		const stamp: WatermarkParams['stamp'] = {
			kind: 'picture',
			ownWidth: inPixels ? pixels : undefined,
			width: params.image_width,
			height: params.image_height,
			widthPercent: params.image_width_percent,
		};
		if (params.font_width_percent !== undefined) warnOf('font_width_percent', 'image');
		return { stamp, more: [file], font: undefined };
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
