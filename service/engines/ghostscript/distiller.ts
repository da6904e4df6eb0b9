import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileTask } from '../file-task.ts';

/** How pictures that have to be compressed anew are compressed. */
export interface JpegQuality {
	/** 0.15 is as good as lossless, 1.5 is poor; the scale of Adobe's distiller parameters. */
	readonly factor: number;
	/** Whether colour is kept at half the resolution, as most JPEGs have it. */
	readonly halfColour: boolean;
}

/**
 * Writes a PostScript file that sets the JPEG quality and has every font embedded; it runs before the PDF, because
 * dictionaries cannot be given as options.
 */
export async function writeDistillerSetup(
	{ factor, halfColour }: JpegQuality,
	{ workspace }: Pick<FileTask, 'workspace'>,
): Promise<string> {
	const file = path.join(workspace.tmp, 'setup.ps');
	const full = '[1 1 1 1]';
	const samples = halfColour ? '[2 1 1 2]' : full;
	const colour = `<< /QFactor ${factor} /Blend 1 /ColorTransform 1 /HSamples ${samples} /VSamples ${samples} >>`;
	const grey = `<< /QFactor ${factor} /Blend 1 /HSamples ${full} /VSamples ${full} >>`;
	const entries = [
		'/NeverEmbed [ ]',
		`/ColorACSImageDict ${colour} /ColorImageDict ${colour}`,
		`/GrayACSImageDict ${grey} /GrayImageDict ${grey}`,
	];
	await writeFile(file, `<< ${entries.join('\n')} >> setdistillerparams\n`);
	return file;
}
