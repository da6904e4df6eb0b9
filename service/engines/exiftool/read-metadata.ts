import { InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';
import { readTags, type Tag } from './exiftool-worker.ts';
import { type PlainPdf, plainPdf } from './plain-pdf.ts';

/** What reading metadata is made of: ExifTool, and what knows the pages of PDFs. */
export interface MetadataTools {
	readonly pool: WarmPool;
	readonly qpdf: Qpdf;
	readonly sandbox: Sandbox;
}

/** Reads the metadata of a file under the names of ExifTool. */
export const readMetadata =
	(tools: MetadataTools): FileHandler<'metadata'> =>
	async (_, task) => {
		const { input, warn } = task;
		const pdf = input.format === 'pdf' ? await plainPdf(tools.qpdf, task) : undefined;
		const tags = await readTags(tools.pool, pdf?.file ?? input.path, task);
		const fault = tags.find(({ name }) => name === 'Error')?.value;
		// It reads what it can of a damaged file, and says so in a tag; an unknown kind of file is no fault.
		if (fault !== undefined && !/unknown file type/i.test(fault))
			throw new InvalidFileError(input.filename, 'is damaged; its metadata cannot be read.', {
				cause: new Error(fault),
			});
		if (tags.some(({ name, value }) => name === 'Warning' && !/^\[minor\]/i.test(value)))
			warn(`File "${input.filename}" has parts that could not be read; metadata may be missing.`);
		const metadata = presentable(tags, input.filename);
		const more = pdf ? await describePdf(tools.sandbox, pdf, task) : {};
		return { files: [], facts: { metadata: { ...metadata, ...more } } };
	};

/** What ExifTool does not find in every PDF, or does not read. */
async function describePdf(
	sandbox: Sandbox,
	{ file, pages, encryption }: PlainPdf,
	task: FileTask,
) {
	const { workspace, signal } = task;
	const args = [sandbox.visible(file, workspaceMounts(workspace))];
	const { stdout } = await runProgram(sandbox, {
		path: '/usr/bin/pdfinfo',
		args,
		workspace,
		signal,
	});
	const PageSize = /^Page size: +(.+)$/m.exec(stdout)?.[1];
	return {
		PageCount: pages,
		...(PageSize && { PageSize }),
		...(encryption && { Encryption: encryption.method }),
	};
}

/** They tell of the service's copy of the file, or of reading it, not of the file. */
const ofTheCopy = new Set(
	'Directory FilePath FileModifyDate FileAccessDate FileInodeChangeDate FileCreateDate FilePermissions Error Warning'.split(
		' ',
	),
);

function presentable(tags: readonly Tag[], filename: string): Record<string, string | number> {
	const kept = tags.filter(({ name }) => !ofTheCopy.has(name));
	// XMP and a PDF's own properties mean different things by "Creator" and "Subject"; PDF readers show their own.
	const own = kept.filter(({ groups }) => groups.includes('pdf'));
	const chosen = [...kept.filter(({ first }) => first), ...own];
	const metadata = Object.fromEntries(chosen.map(({ name, value }) => [name, scalar(value)]));
	return { ...metadata, FileName: filename };
}

/** A number where it is written as one, so that nothing of a text such as "007" or "1.50" is lost. */
export function scalar(value: string): string | number {
	const number = Number(value);
	return Number.isFinite(number) && String(number) === value ? number : value;
}
