import { isUtf8 } from 'node:buffer';
import { mkdtemp, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EngineError, InvalidFileError } from '../../errors.ts';
import { showFile } from '../chrome/convert.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { shortLived } from '../limits.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';
import { enclosing, packed, readers, writers } from './formats.ts';

/** What the conversions of Pandoc are made of. */
export interface PandocTools {
	readonly sandbox: Sandbox;
	/** Prints an HTML file. */
	readonly print: FileHandler<'convert'>;
	/** Browsers without any network. */
	readonly browsers: WarmPool;
}

/** Converts between markup formats and to documents, with the pictures that are inside a file and no other. */
export const convertMarkup =
	({ sandbox, print, browsers }: PandocTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input, workspace } = task;
		if (input.format === 'html') {
			const folder = await mkdtemp(path.join(workspace.tmp, 'article-'));
			const article = path.join(folder, nameWithFormat(input.filename, 'html'));
			await showFile(browsers, { kind: 'article' }, task, article);
			task = { ...task, input: { ...input, path: article } };
		}
		if (params.output_format === 'pdf') {
			const html = path.join(workspace.tmp, nameWithFormat(input.filename, 'html'));
			await convertDocument(sandbox, 'pdf', task, html);
			return print(params, { ...task, input: { ...input, path: html, format: 'html' } });
		}
		const filename = nameWithFormat(input.filename, params.output_format);
		const output = path.join(workspace.output, filename);
		await convertDocument(sandbox, params.output_format, task, output);
		return { files: [{ filename, path: output }] };
	};

/**
 * Writes a document in another format.
 * @throws InvalidFileError when it cannot be read.
 */
export async function convertDocument(
	sandbox: Sandbox,
	format: string,
	task: FileTask,
	output: string,
): Promise<void> {
	const { input, workspace } = task;
	const source = packed.has(input.format) ? input.path : await inUtf8(task);
	const read = path.join(workspace.tmp, 'document.json');
	const reader = readers[input.format] ?? input.format;
	// Reading is walled off by Pandoc itself too, so that nothing is included; its writers need their templates, and by
	// then the document names nothing that they would load.
	const shaping = ['read.lua', ...(enclosing.has(format) ? ['enclose.lua'] : [])];
	const reading = await run(
		[
			...['--sandbox', `--from=${own(reader)}`, '--to=json'],
			...shaping.map((file) => `--lua-filter=${own(file)}`),
		],
		source,
		read,
	);
	if (reading.exitCode !== 0 && (await isCompound(input.path)))
		throw new InvalidFileError(
			input.filename,
			'is protected by a password; convert it to odt first, with "password" set to the one that opens it.',
			{ code: 'PASSWORD_REQUIRED' },
		);
	if (reading.exitCode !== 0)
		throw new InvalidFileError(
			input.filename,
			`cannot be read as ${input.format}: it is damaged, too large, of another format or made of several files.`,
			{ cause: new Error(reading.stderr) },
		);
	const writer = writers[format] ?? 'html5';
	const writing = await run(
		[
			...['--from=json', `--to=${writer}`, '--standalone', '--wrap=none'],
			...['--mathml', `--lua-filter=${own('write.lua')}`],
			...(writer === 'html5' ? look.map((setting) => `--variable=${setting}`) : []),
		],
		read,
		output,
	);
	if (writing.exitCode !== 0)
		throw new EngineError('pandoc', `could not write "${input.filename}" as ${format}.`, {
			cause: new Error(writing.stderr),
		});
	if ((await stat(output)).size === 0)
		throw new InvalidFileError(input.filename, `has no text that could be written as ${format}.`);
	warnOfLosses(`${reading.stderr}\n${writing.stderr}`, format, task);

	function own(file: string): string {
		return file.endsWith('.lua')
			? sandbox.visible(path.join(import.meta.dirname, file), [filters])
			: file;
	}

	function run(args: readonly string[], from: string, to: string) {
		const mounts = workspaceMounts(workspace);
		return runProgram(sandbox, {
			path: '/usr/bin/pandoc',
			args: [...args, `--output=${sandbox.visible(to, mounts)}`, sandbox.visible(from, mounts)],
			workspace,
			signal: task.signal,
			mounts: [filters],
			// Haskell reserves address space that it never uses.
			limits: { ...shortLived, addressBytes: undefined, dataBytes: 4 * gibibyte },
		});
	}
}

/** Whether a file is a compound file, as OOXML is when it is encrypted (MS-OFFCRYPTO, 2.3.4). */
async function isCompound(file: string): Promise<boolean> {
	const handle = await open(file);
	try {
		const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
		return buffer.toString('hex') === 'd0cf11e0a1b11ae1';
	} finally {
		await handle.close();
	}
}

/** How HTML looks: as that of Markdown does. */
const look = [
	'mainfont=Carlito, Calibri, "Liberation Sans", Arial, sans-serif',
	'monofont="Liberation Mono", "DejaVu Sans Mono", monospace',
	'fontsize=11pt',
	'backgroundcolor=white',
	'linkcolor=#0b5394',
];

const gibibyte = 1024 ** 3;
const filters = { source: import.meta.dirname, target: '/opt/filemill/pandoc' };

/** Bytes of the largest text; Pandoc needs a hundred times the memory. */
const largestText = 32 * 1024 * 1024;

/** The path of a text in UTF-8, which is the only encoding that Pandoc reads. */
async function inUtf8({ input, workspace }: FileTask): Promise<string> {
	if (input.size > largestText)
		throw new InvalidFileError(
			input.filename,
			`is larger than 32 MiB, which is too large to convert as ${input.format}.`,
		);
	const bytes = await readFile(input.path);
	if (isUtf8(bytes)) return input.path;
	const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
	const copy = path.join(workspace.tmp, path.basename(input.path));
	await writeFile(copy, new TextDecoder(isUtf16 ? 'utf-16le' : 'windows-1252').decode(bytes));
	return copy;
}

function warnOfLosses(messages: string, format: string, { input, warn }: FileTask): void {
	const count = (found: RegExp) => Number(found.exec(messages)?.[1] ?? 0);
	const outside = count(/^filemill: outside (\d+)$/m);
	// Of a page the browser has said so.
	if (outside > 0 && input.format !== 'html')
		warn(
			`"${input.filename}" shows ${pictures(outside)} that ${are(outside)} not inside it; nothing was loaded.`,
		);
	const left = count(/^filemill: pictures (\d+)$/m);
	if (left > 0)
		warn(
			`${pictures(left)} of "${input.filename}" ${are(left)} left out: a ${format} file holds none.`,
		);
	const included = messages.match(/^\[WARNING\] Could not load include file/gm)?.length ?? 0;
	if (included > 0)
		warn(
			`"${input.filename}" includes ${included === 1 ? 'another file' : `${included} other files`}; nothing was loaded.`,
		);
}

function pictures(count: number): string {
	return count === 1 ? '1 picture' : `${count} pictures`;
}

function are(count: number): string {
	return count === 1 ? 'is' : 'are';
}
