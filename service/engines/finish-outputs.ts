import { lstat, rename } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../errors.ts';
import type { HandlerResult, OutputFile } from './handler.ts';
import { nameOutputs } from './output-names.ts';
import type { FileScope, Qpdf } from './qpdf/qpdf.ts';

/**
 * Checks that outputs are whole: regular files, not empty, and PDFs open. `pages` is the sum of the pages of PDFs.
 * @throws EngineError when one is not.
 */
export async function verifyOutputs(
	qpdf: Qpdf,
	engine: string,
	{ files, facts }: HandlerResult,
	task: FileScope,
): Promise<HandlerResult> {
	let pages = 0;
	for (const file of files) {
		// Not stat: a link would lead out of the workspace.
		const found = await lstat(file.path).catch(() => undefined);
		if (!found?.isFile() || found.size === 0)
			throw new EngineError(engine, `made no "${file.filename}".`);
		if (!file.path.toLowerCase().endsWith('.pdf')) continue;
		const count = await countPages(file);
		if (!count) throw new EngineError(engine, `made a damaged PDF of "${task.input.filename}".`);
		pages += count;
	}
	return { files, facts: pages ? { ...facts, pages } : facts };

	async function countPages(file: OutputFile): Promise<number> {
		try {
			return await qpdf.countPages(file.path, { ...task, input: file });
		} catch (cause) {
			task.signal.throwIfAborted();
			throw new EngineError(engine, `made a damaged PDF of "${task.input.filename}".`, { cause });
		}
	}
}

/** Gives the outputs of all files of a task their final names in one folder. */
export async function placeOutputs(
	files: readonly OutputFile[],
	folder: string,
	wanted: string | undefined,
): Promise<OutputFile[]> {
	const names = nameOutputs(
		files.map(({ filename }) => filename),
		wanted,
	);
	const placed: OutputFile[] = [];
	for (const [index, file] of files.entries()) {
		const filename = names[index] ?? file.filename;
		const target = path.join(folder, filename);
		await rename(file.path, target);
		placed.push({ filename, path: target });
	}
	return placed;
}
