import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { type Ended, runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { parsePageArea, readingResolution } from './page-area.ts';
import { parseWords, type Words } from './words.ts';

/** How to read a page. */
export interface Reading {
	readonly sandbox: Sandbox;
	readonly languages: readonly string[];
	/** Whether to turn it where it does not stand upright. */
	readonly orient: boolean;
	/** A copy of the page alone, turned clockwise, for when it has to be read again. */
	turned(number: number, angle: number): Promise<string>;
}

/** What was read on a page. */
export interface ReadPage {
	readonly number: number;
	/** A PDF of one page that holds nothing but the text, unseen. */
	readonly text: string;
	readonly words: Words;
	/** By how much the page has to be turned to stand upright, clockwise. */
	readonly angle: number;
}

/** Below this, words are most often guesses, such as those on a page that stands on its head. */
const doubtful = 80;
/** What Tesseract says of pictures without text stays below it, of pages of text above. */
const certainAngle = 2;

/** Whether there is any text on a page. */
export async function hasText(sandbox: Sandbox, number: number, task: FileTask): Promise<boolean> {
	const page = ['-f', `${number}`, '-l', `${number}`];
	const file = see(sandbox, task, task.input.path);
	const { stdout } = await run(sandbox, task, 'pdftotext', [...page, '-q', file, '-']);
	return stdout.trim() !== '';
}

/** Renders a page and reads it; where it does not stand upright, reads it again turned. */
export async function recognizePage(
	reading: Reading,
	number: number,
	task: FileTask,
): Promise<ReadPage> {
	const picture = await render(reading, task.input.path, number, task, `page-${number}`);
	try {
		const page = { number, angle: 0, ...(await read(reading, picture, task)) };
		if (!reading.orient || !(page.words.sideways || page.words.confidence < doubtful)) return page;
		const angle = await uprightAngle(reading, picture, task);
		if (angle === 0) return page;
		const copy = await reading.turned(number, angle);
		const upright = await render(reading, copy, 1, task, `page-${number}-upright`);
		const again = { number, angle, ...(await read(reading, upright, task)) };
		await Promise.all([copy, upright.file].map((file) => rm(file)));
		return isBetter(again.words, page.words) ? again : page;
	} finally {
		await rm(picture.file, { force: true });
	}
}

/** A rendered page. */
interface Picture {
	readonly file: string;
	readonly dpi: number;
}

async function render(
	{ sandbox }: Reading,
	pdf: string,
	number: number,
	task: FileTask,
	name: string,
): Promise<Picture> {
	const page = ['-f', `${number}`, '-l', `${number}`];
	const source = see(sandbox, task, pdf);
	const { stdout } = await run(sandbox, task, 'pdfinfo', [...page, '-box', source]);
	const area = parsePageArea(stdout);
	if (!area)
		throw new EngineError(
			'tesseract',
			`found no size of page ${number} of "${task.input.filename}".`,
		);
	const dpi = readingResolution(area);
	if (dpi < 150)
		task.warn(
			`Page ${number} of "${task.input.filename}" is very large; it was read at ${Math.round(dpi)} dpi, so that small text may be missing.`,
		);
	const pixels = (points: number) => `${Math.round((points * dpi) / 72)}`;
	const { left, top, width, height } = area;
	const file = path.join(task.workspace.tmp, name);
	await run(sandbox, task, 'pdftoppm', [
		...['-r', `${dpi}`, '-gray', '-cropbox', '-singlefile', ...page],
		...['-x', pixels(left), '-y', pixels(top), '-W', pixels(width), '-H', pixels(height)],
		...[source, see(sandbox, task, file)],
	]);
	return { file: `${file}.pgm`, dpi };
}

async function read(
	{ sandbox, languages }: Reading,
	{ file, dpi }: Picture,
	task: FileTask,
): Promise<Pick<ReadPage, 'text' | 'words'>> {
	const base = file.replace(/\.pgm$/, '');
	const options = ['-l', languages.join('+'), '--psm', '3', '--dpi', `${Math.round(dpi)}`];
	const names = [file, base].map((one) => see(sandbox, task, one));
	const kinds = ['-c', 'textonly_pdf=1', 'pdf', 'tsv'];
	await run(sandbox, task, 'tesseract', [...names, ...options, ...kinds]);
	const table = await readFile(`${base}.tsv`, 'utf8');
	await rm(`${base}.tsv`);
	return { text: `${base}.pdf`, words: parseWords(table) };
}

async function uprightAngle(
	{ sandbox }: Reading,
	{ file }: Picture,
	task: FileTask,
): Promise<number> {
	const args = [see(sandbox, task, file), '-', '--psm', '0', '-l', 'osd'];
	// It fails where there is too little text to tell.
	const { stdout } = await start(sandbox, task, 'tesseract', args);
	const angle = Number(/^Rotate: (90|180|270)$/m.exec(stdout)?.[1] ?? 0);
	const confidence = Number(/^Orientation confidence: ([\d.]+)$/m.exec(stdout)?.[1] ?? 0);
	return confidence >= certainAngle ? angle : 0;
}

/** Tesseract reads a page on its side as well as upright, but not on its head. */
function isBetter(again: Words, before: Words): boolean {
	return before.sideways
		? !again.sideways && again.confidence > before.confidence - 10
		: again.confidence > before.confidence;
}

async function run(
	sandbox: Sandbox,
	task: FileTask,
	program: string,
	args: readonly string[],
): Promise<Ended> {
	const ended = await start(sandbox, task, program, args);
	if (ended.exitCode === 0) return ended;
	throw new EngineError('tesseract', `could not read "${task.input.filename}".`, {
		cause: new Error(`${program}: ${ended.stderr}`),
	});
}

function start(sandbox: Sandbox, task: FileTask, program: string, args: readonly string[]) {
	const { workspace, signal } = task;
	return runProgram(sandbox, { path: `/usr/bin/${program}`, args, workspace, signal });
}

function see(sandbox: Sandbox, { workspace }: FileTask, file: string): string {
	return sandbox.visible(file, workspaceMounts(workspace));
}
