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
	for (const { filename, path } of files) {
		// Not stat: a link would lead out of the workspace.
		const found = await lstat(path).catch(() => undefined);
		if (!found?.isFile() || found.size === 0)
			throw new EngineError(engine, `made no "${filename}".`);
	}
	const pdfs = files.filter((file) => file.path.toLowerCase().endsWith('.pdf'));
	if (pdfs.length === 0) return { files, facts };
	const pages = await countPages(qpdf, pdfs, task).catch((cause) => {
		task.signal.throwIfAborted();
		throw new EngineError(engine, `made a damaged PDF of "${task.input.filename}".`, { cause });
	});
	return { files, facts: { ...facts, pages } };
}

/** The number of pages of some PDFs together; fails when one does not open or has no pages. */
async function countPages(
	qpdf: Qpdf,
	pdfs: readonly OutputFile[],
	task: FileScope,
): Promise<number> {
	const [first] = pdfs;
	if (first && pdfs.length === 1) {
		const own = { ...task, input: first };
		const count = await qpdf.countPages(first.path, own, first.password);
		if (count === 0) throw new Error('It has no pages.');
		return count;
	}
	// All in one run: there may be thousands, and starting a program for each takes most of the time.
	const pages = pdfs.map(({ path, password }) => ({
		file: qpdf.visible(path, task),
		range: '1-z',
		...(password && { password }),
	}));
	return Number(await qpdf.run({ empty: '', pages, showNpages: '' }, task));
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
		placed.push({ filename, path: target, dir: file.dir });
	}
	return placed;
}
