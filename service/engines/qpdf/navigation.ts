import { access, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { PdfLib } from '../pdf-lib/pdf-lib.ts';
import type { FileScope, Qpdf } from './qpdf.ts';

/** What takes PDFs apart and joins them: qpdf does the work, a worker finds where links and bookmarks lead to. */
export interface PageTools {
	readonly qpdf: Qpdf;
	readonly pdfLib: PdfLib;
}

/** What a file needs so that its links and bookmarks stay right. */
export interface Pruned {
	/** Part of a qpdf job that changes the file before its pages are taken. */
	readonly job: { readonly updateFromJson?: string };
	/** The path of a page's own bookmarks, for pages taken apart; undefined where it has none. */
	outlineOf(page: number): Promise<string | undefined>;
}

/** Finds what must change in a PDF so that its links and bookmarks lead to pages (counted from 1) that stay. */
export async function pruneNavigation(
	tools: PageTools,
	file: string,
	params: { readonly pages: readonly number[]; readonly apart: boolean },
	task: FileScope,
): Promise<Pruned> {
	const output = path.join(task.workspace.tmp, 'pruned');
	await mkdir(output);
	const changed = await adapting(task, async () => {
		const input = path.join(task.workspace.tmp, 'objects.json');
		await listObjects(tools.qpdf, file, input, task);
		const job = { action: 'prune-navigation', params, input, output, facts } as const;
		const found = await tools.pdfLib.run(job, task);
		if (found.attachments && params.apart)
			task.warn(`The pages of "${task.input.filename}" do not carry the files attached to it.`);
		return found.changed;
	});
	const update = path.join(output, 'update.json');
	return {
		job: changed ? { updateFromJson: tools.qpdf.visible(update, task) } : {},
		outlineOf: async (page) => {
			const outline = path.join(output, `outline-${page}.json`);
			return access(outline).then(
				() => outline,
				() => undefined,
			);
		},
	};
}

const facts = z.object({ changed: z.boolean(), attachments: z.boolean() });

/** Gives a PDF of one page the bookmarks that were kept for it. */
export async function addOutline(
	tools: PageTools,
	file: string,
	outline: string,
	task: FileScope,
): Promise<void> {
	const input = path.join(task.workspace.tmp, 'page.json');
	await listObjects(tools.qpdf, file, input, task);
	const output = task.workspace.tmp;
	const more = [outline];
	await tools.pdfLib.run(
		{ action: 'add-outline', params: {}, input, more, output, facts: z.object({}) },
		task,
	);
	await update(tools.qpdf, file, file, task);
}

/** A PDF among those that are joined. */
export interface Part {
	/** What its bookmark says when the document has no title. */
	readonly name: string;
	readonly file: string;
	readonly pages: number;
}

/** Writes a joined PDF anew, with a bookmark for each of its parts, and with their own bookmarks and links. */
export async function joinNavigation(
	tools: PageTools,
	{ source, target }: { source: string; target: string },
	parts: readonly Part[],
	task: FileScope,
): Promise<void> {
	const { qpdf, pdfLib } = tools;
	const output = task.workspace.tmp;
	const done = await adapting(task, async () => {
		const input = path.join(output, 'joined.json');
		const more = parts.map((_, index) => path.join(output, `part-${index}.json`));
		for (const [index, file] of more.entries())
			await listObjects(qpdf, parts[index]?.file ?? '', file, task);
		await listObjects(qpdf, source, input, task);
		const params = { parts: parts.map(({ name, pages }) => ({ name, pages })) };
		const facts = z.object({ renamedFields: z.number() });
		const job = { action: 'join-navigation', params, input, more, output, facts } as const;
		const { renamedFields } = await pdfLib.run(job, task);
		if (renamedFields > 0)
			task.warn(`Form fields of the same name in several files got new names: ${renamedFields}.`);
		return true;
	});
	if (done) await update(qpdf, source, target, task);
	else await rename(source, target);
}

/** Documents with more than any ordinary one holds keep their pages, and lose what would need all of it in memory. */
const maxBytes = 256 * 1024 * 1024;

/** Writes the objects of a PDF, without the data of its streams, in qpdf's JSON form. */
async function listObjects(
	qpdf: Qpdf,
	file: string,
	target: string,
	task: FileScope,
): Promise<void> {
	const [inputFile, outputFile] = [qpdf.visible(file, task), qpdf.visible(target, task)];
	// Faults of the file are told when its pages are taken.
	const quiet = { ...task, warn: () => undefined };
	await qpdf.run({ inputFile, outputFile, jsonOutput: '2', jsonStreamData: 'none' }, quiet);
	if ((await stat(target)).size > maxBytes)
		throw new InvalidFileError(task.input.filename, 'has too many objects.');
}

/** Pages matter more than what leads to them: without the one, the other is still right. */
async function adapting(task: FileScope, work: () => Promise<boolean>): Promise<boolean> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof InvalidFileError)) throw error;
		task.warn(
			`Links and bookmarks of "${task.input.filename}" could not be read; some may lead nowhere.`,
		);
		return false;
	}
}

async function update(qpdf: Qpdf, file: string, target: string, task: FileScope): Promise<void> {
	const changes = path.join(task.workspace.tmp, 'update.json');
	const updated = path.join(task.workspace.tmp, 'updated.pdf');
	const [inputFile, outputFile] = [qpdf.visible(file, task), qpdf.visible(updated, task)];
	const updateFromJson = qpdf.visible(changes, task);
	await qpdf.run({ inputFile, outputFile, updateFromJson }, task);
	await rename(updated, target);
	await rm(changes);
}
