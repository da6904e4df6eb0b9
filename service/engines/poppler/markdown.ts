import { stat } from 'node:fs/promises';
import path from 'node:path';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { runScript } from '../run-script.ts';
import type { Sandbox } from '../sandbox.ts';

/**
 * Writes Markdown of what `pdftohtml -xml` says of a PDF, and `pdfinfo -struct-text` of its tags.
 * @throws InvalidFileError when its pages have no text.
 */
export async function writeMarkdown(
	sandbox: Sandbox,
	{ placed, tags }: { readonly placed: string; readonly tags: string },
	output: string,
	task: FileTask,
): Promise<void> {
	const { filename } = task.input;
	const script = path.join(import.meta.dirname, 'markdown.py');
	const { exitCode, stderr } = await runScript(sandbox, script, [placed, tags, output], task);
	if (exitCode !== 0)
		throw new EngineError('poppler', `could not write "${filename}" as Markdown.`, {
			cause: new Error(stderr),
		});
	if ((await stat(output)).size === 0)
		throw new InvalidFileError(
			filename,
			'has no text; its pages may be pictures, such as scans: pdf/ocr finds the text in them.',
		);
}
