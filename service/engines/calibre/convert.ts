import path from 'node:path';
import { EngineError, InvalidFileError } from '../../errors.ts';
import { convertParams } from '../convert-params.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { namedInput } from '../named-input.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import { runScript } from '../run-script.ts';
import type { Sandbox } from '../sandbox.ts';
import { convertBetween } from '../step-task.ts';
import { byWayOfEpub } from './formats.ts';
import { isCutOff } from './palm-database.ts';

/** What converting books is made of. */
export interface BookTools {
	readonly sandbox: Sandbox;
	/** Prints an HTML file. */
	readonly print: FileHandler<'convert'>;
	/** Converts markup to EPUB, and an HTML file to Markdown. */
	readonly markup: FileHandler<'convert'>;
}

/** Converts books; pages and Markdown are made of the book as one web page. */
export const convertBook =
	({ sandbox, print, markup }: BookTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { output_format } = params;
		if (byWayOfEpub.has(task.input.format)) {
			const input = await convertBetween(markup, convertParams('epub'), task);
			return convertBy(sandbox, output_format, { ...task, input });
		}
		if (output_format === 'html') return writePage(sandbox, task);
		if (output_format !== 'pdf' && output_format !== 'md')
			return convertBy(sandbox, output_format, task);
		const page = (_: unknown, step: FileTask) => writePage(sandbox, step);
		const input = await convertBetween(page, convertParams('html'), task);
		return (output_format === 'pdf' ? print : markup)(params, { ...task, input });
	};

/** Makes one HTML file of a book, with all that it shows inside. */
async function writePage(sandbox: Sandbox, task: FileTask) {
	const zipped = (_: unknown, step: FileTask) => convertBy(sandbox, 'htmlz', step);
	const book =
		task.input.format === 'htmlz'
			? task.input
			: await convertBetween(zipped, convertParams('htmlz'), task);
	const filename = nameWithFormat(task.input.filename, 'html');
	const output = path.join(task.workspace.output, filename);
	const script = path.join(import.meta.dirname, 'single-page.py');
	const { exitCode, stderr } = await runScript(sandbox, script, [book.path, output], task);
	if (exitCode === 0) return { files: [{ filename, path: output }] };
	throw unreadable(task, stderr);
}

/** Runs `ebook-convert`, which tells formats by extensions. */
async function convertBy(sandbox: Sandbox, format: string, task: FileTask) {
	const { input, workspace, signal, progress } = task;
	if (await isCutOff(input)) throw unreadable(task, 'It is cut off.');
	const filename = nameWithFormat(input.filename, format);
	const output = path.join(workspace.output, filename);
	const stem = path.parse(filename).name;
	const { exitCode, stdout, stderr } = await runProgram(sandbox, {
		path: '/usr/bin/ebook-convert',
		args: [
			await namedInput(sandbox, task, input.format, stem),
			sandbox.visible(output, workspaceMounts(workspace)),
			...(optionsOf[input.format] ?? []),
		],
		workspace,
		signal,
		onOutput: (text) => {
			const percent = /^(\d+)% /m.exec(text)?.[1];
			if (percent) progress(Number(percent));
		},
	});
	if (exitCode === 0) return { files: [{ filename, path: output }] };
	if (exitCode === undefined)
		throw new EngineError('calibre', `failed on "${input.filename}".`, {
			cause: new Error(stderr),
		});
	throw unreadable(task, `${stdout}\n${stderr}`);
}

const optionsOf: Readonly<Record<string, readonly string[]>> = {
	// Marks in a text may name files.
	txt: ['--formatting-type', 'plain'],
	txtz: ['--formatting-type', 'plain'],
	// Pictures stay as they are.
	cbz: ['--no-process'],
};

function unreadable({ input }: FileTask, words: string): InvalidFileError {
	return new InvalidFileError(
		input.filename,
		/\bDRMError\b/.test(words)
			? 'is protected by DRM: only the programs of its seller open it.'
			: `cannot be read as ${input.format}: it is damaged or of another format.`,
		{ cause: new Error(words.slice(-4000)) },
	);
}
