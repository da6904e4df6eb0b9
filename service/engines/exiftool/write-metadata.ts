import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@filemill/operations';
import {
	EngineError,
	InvalidFileError,
	InvalidOptionError,
	UnsupportedError,
} from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import type { WarmPool } from '../warm-pool.ts';
import { readTags, type Tag } from './exiftool-worker.ts';
import { plainPdf } from './plain-pdf.ts';
import { scalar } from './read-metadata.ts';
import { type Entry, findEntries, writableFormats } from './targets.ts';

/** Writes properties into a file and reads them back from the result. */
export const writeMetadata =
	(pool: WarmPool, qpdf: Qpdf): FileHandler<'metadata/write'> =>
	async ({ metadata }, task) => {
		const { input, workspace } = task;
		const entries = findEntries(input.format, metadata);
		if (!entries)
			throw new UnsupportedError(
				`File "${input.filename}" is ${input.format}, into which no metadata can be written; it can into ${writableFormats.join(', ')}.`,
			);
		const output = path.join(workspace.output, input.filename);
		const edit = (file: string, folder: string) => write(pool, entries, file, task, folder);
		const written =
			input.format === 'pdf'
				? await editPdf(qpdf, edit, output, task)
				: await edit(input.path, workspace.output);
		const tags = await readTags(pool, written, task);
		return {
			files: [{ filename: input.filename, path: output }],
			facts: {
				metadata: Object.fromEntries(entries.map((entry) => [entry.key, find(tags, entry)])),
			},
		};
	};

/** Edits a PDF into `output`; answers a file that holds the same and is not encrypted. */
async function editPdf(
	qpdf: Qpdf,
	edit: (file: string, folder: string) => Promise<string>,
	output: string,
	task: FileTask,
): Promise<string> {
	const { file, encryption } = await plainPdf(qpdf, task);
	const edited = await edit(file, await mkdtemp(path.join(task.workspace.tmp, 'edited-')));
	const clean = encryption ? path.join(task.workspace.tmp, 'clean.pdf') : output;
	// ExifTool appends its edits to a PDF, which keeps all earlier values; qpdf writes only what is in use.
	await rewrite(edited, clean, {});
	if (encryption)
		await rewrite(clean, output, {
			copyEncryption: qpdf.visible(task.input.path, task),
			allowWeakCrypto: '',
		});
	return clean;

	async function rewrite(from: string, to: string, job: object): Promise<void> {
		const files = { inputFile: qpdf.visible(from, task), outputFile: qpdf.visible(to, task) };
		await qpdf.run({ ...files, ...job }, task);
	}
}

async function write(
	pool: WarmPool,
	entries: readonly Entry[],
	file: string,
	{ input, signal, warn }: FileTask,
	folder: string,
): Promise<string> {
	const answer = await pool.run({
		input: file,
		output: folder,
		signal,
		request: (source, output) => ({
			action: 'write',
			input: source,
			output: path.join(output, input.filename),
			iptc: entries.some(({ tags }) => tags.some(({ tag }) => /^iptc:/i.test(tag))),
			entries,
		}),
	});
	const cause = new Error(answer.detail);
	if (answer.status === 'refused')
		throw new InvalidFileError(
			input.filename,
			`cannot be written as ${input.format}: it is damaged, protected or of another format.`,
			{ cause },
		);
	if (answer.status !== 'done')
		throw new EngineError('exiftool', `could not write "${input.filename}".`, { cause });
	const { refused, warning } = facts.parse(answer.facts);
	const [first] = refused;
	if (first) throw refusal(first, entries, input.format);
	if (warning !== undefined)
		warn(`File "${input.filename}" has parts that do not follow its format; check the metadata.`);
	return path.join(folder, input.filename);
}

const facts = z.object({
	refused: z.array(z.object({ key: z.string(), reason: z.enum(['unknown', 'value']) })).default([]),
	warning: z.string().optional(),
});

function refusal(
	{ key, reason }: { key: string; reason: string },
	entries: readonly Entry[],
	format: string,
) {
	const value = entries.find((entry) => entry.key === key)?.tags[0]?.values ?? [];
	return new InvalidOptionError(
		`metadata.${key}`,
		value.length === 1 ? value[0] : value,
		reason === 'unknown'
			? `"${key}" is no property that can be written to ${format}`
			: `"${key}" wants another value: a number, a date such as "2026:01:31 12:00:00", or one of a few words`,
	);
}

/** What the file says of a property at the first of its places where it says anything. */
function find(tags: readonly Tag[], { tags: places }: Entry): string | number | null {
	for (const { tag } of places) {
		const [group, name] = tag.toLowerCase().split(':');
		const found = tags.find(
			(one) => one.name.toLowerCase() === name && one.groups.some((known) => known === group),
		);
		if (found) return scalar(found.value);
	}
	return null;
}
