import path from 'node:path';
import type { FileTask } from '../file-task.ts';
import type { Qpdf } from './qpdf.ts';

/** How a PDF is packed. */
export interface Packing {
	/** Whether its first page shows before all of it has arrived. */
	readonly linearize: boolean;
	/** Whether streams are deflated again: tighter for text, but the prediction that makes pictures small is lost. */
	readonly deflate: boolean;
	/** A PDF whose encryption it gets; none leaves it without. */
	readonly encryptLike?: string | undefined;
}

/** Packs a PDF as tightly as can be without a change to what is in it; answers the new file, in `tmp/`. */
export async function compressPdf(
	qpdf: Qpdf,
	file: string,
	{ linearize, deflate, encryptLike }: Packing,
	task: FileTask,
): Promise<string> {
	const packed = path.join(task.workspace.tmp, `packed-${path.basename(file)}`);
	await qpdf.run(
		{
			inputFile: qpdf.visible(file, task),
			outputFile: qpdf.visible(packed, task),
			objectStreams: 'generate',
			removeUnreferencedResources: 'yes',
			...(deflate && { recompressFlate: '', compressionLevel: '9' }),
			...(linearize && { linearize: '' }),
			...(encryptLike && { copyEncryption: qpdf.visible(encryptLike, task) }),
		},
		// Faults of the input have been told; these would be those of a step between.
		{ ...task, warn: () => undefined },
	);
	return packed;
}
