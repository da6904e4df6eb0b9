import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import type { Sandbox } from '../sandbox.ts';
import { languageFault, type OcrLanguages } from './languages.ts';
import { hasText, type Reading, type ReadPage, recognizePage } from './recognize-page.ts';

/** What recognising text is made of. */
export interface OcrTools {
	readonly sandbox: Sandbox;
	readonly qpdf: Qpdf;
	readonly installed: OcrLanguages;
	/** Shared by all tasks: so many pages are read at once. */
	readonly limit: LimitFunction;
}

/** Reads the pages that have no text, and lays what they say under them, unseen; the pages stay as they are. */
export const recognizeText =
	(tools: OcrTools): FileHandler<'pdf/ocr'> =>
	async ({ language, auto_orient, force }, task) => {
		const { input, workspace, warn } = task;
		const languages = [...new Set(language)];
		const fault = languageFault(tools.installed, languages);
		if (fault) throw new InvalidOptionError('language', language, fault.replace('must', 'it must'));
		if (auto_orient && !tools.installed.canOrient)
			warn(
				'Parameter "auto_orient" has no effect: the Debian package tesseract-ocr-osd is missing.',
			);

		const count = await tools.qpdf.countPages(input.path, task);
		if (count === 0) throw new InvalidFileError(input.filename, 'is a PDF without pages.');
		const reading: Reading = {
			sandbox: tools.sandbox,
			languages,
			orient: auto_orient && tools.installed.canOrient,
			turned: (number, angle) => turnPage(tools.qpdf, number, angle, task),
		};
		const pages = await allPages(tools.limit, count, task, async (number, own) => {
			const isText = await hasText(tools.sandbox, number, own);
			if (isText && !force) return undefined;
			if (isText)
				warn(`Page ${number} of "${input.filename}" has two texts now: its own and the one read.`);
			return recognizePage(reading, number, own);
		});
		const read = pages.filter((page) => page !== undefined);
		if (read.length === 0)
			warn(`All pages of "${input.filename}" have text already; set "force" to read them anyway.`);

		const filename = nameWithFormat(input.filename, 'pdf');
		const output = path.join(workspace.output, filename);
		await layUnder(tools.qpdf, read, output, task);
		return {
			files: [{ filename, path: output }],
			facts: {
				pages_recognized: read.length,
				pages_skipped: count - read.length,
				pages_turned: read.filter(({ angle }) => angle !== 0).length,
				confidence: confidence(read),
				languages,
			},
		};
	};

/** Works on all pages, as many at once as the limit allows; the first that fails ends the others. */
async function allPages<Page>(
	limit: LimitFunction,
	count: number,
	task: FileTask,
	work: (number: number, task: FileTask) => Promise<Page>,
): Promise<Page[]> {
	const failed = new AbortController();
	const own = { ...task, signal: AbortSignal.any([task.signal, failed.signal]) };
	let done = 0;
	// A book must not stand in the queue with all its pages before those of others.
	const turn = pLimit(limit.concurrency);
	const pages = Array.from({ length: count }, (_, index) =>
		turn(limit, async () => {
			own.signal.throwIfAborted();
			const page = await work(index + 1, own);
			done++;
			task.progress((done / count) * 95);
			return page;
		}),
	);
	try {
		return await Promise.all(pages);
	} catch (error) {
		failed.abort(error);
		// None may go on in a workspace that is removed with the task.
		await Promise.allSettled(pages);
		throw error;
	}
}

async function turnPage(
	qpdf: Qpdf,
	number: number,
	angle: number,
	task: FileTask,
): Promise<string> {
	const file = path.join(task.workspace.tmp, `page-${number}-turned.pdf`);
	await qpdf.run(
		{
			inputFile: qpdf.visible(task.input.path, task),
			outputFile: qpdf.visible(file, task),
			pages: [{ file: '.', range: `${number}` }],
			rotate: `+${angle}`,
		},
		task,
	);
	return file;
}

/** Turns the pages that need it, then lays the text of each under it, which follows how the page is turned. */
async function layUnder(
	qpdf: Qpdf,
	read: readonly ReadPage[],
	output: string,
	task: FileTask,
): Promise<void> {
	const withWords = read.filter(({ words }) => words.count > 0);
	if (withWords.length === 0) {
		await copyFile(task.input.path, output);
		return;
	}
	let source = task.input.path;
	for (const angle of [90, 180, 270]) {
		const numbers = withWords.filter((page) => page.angle === angle).map(({ number }) => number);
		if (numbers.length === 0) continue;
		const turned = path.join(task.workspace.tmp, `turned-${angle}.pdf`);
		await write(source, turned, { rotate: `+${angle}:${numbers.join(',')}` });
		source = turned;
	}
	const text = path.join(task.workspace.tmp, 'text.pdf');
	await qpdf.run(
		{
			empty: '',
			outputFile: qpdf.visible(text, task),
			pages: withWords.map((page) => ({ file: qpdf.visible(page.text, task), range: '1' })),
		},
		task,
	);
	const to = withWords.map(({ number }) => number).join(',');
	await write(source, output, { underlay: { file: qpdf.visible(text, task), from: '1-z', to } });

	async function write(from: string, target: string, job: object): Promise<void> {
		const files = { inputFile: qpdf.visible(from, task), outputFile: qpdf.visible(target, task) };
		await qpdf.run({ ...files, ...job }, task);
	}
}

/** The mean of all words, to a tenth; null where there are none. */
function confidence(read: readonly ReadPage[]): number | null {
	const count = read.reduce((sum, { words }) => sum + words.count, 0);
	const total = read.reduce((sum, { words }) => sum + words.count * words.confidence, 0);
	return count > 0 ? Math.round((total / count) * 10) / 10 : null;
}
