import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError } from '../../errors.ts';
import { uniqueFilenames } from '../../files/clean-filename.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import type { HandlerResult, OutputFile } from '../handler.ts';
import { nameOfPart, nameWithFormat } from '../output-names.ts';
import { openPdf } from '../qpdf/open-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import { type Selection, selectPages } from '../qpdf/select-pages.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { type PageSize, parsePageSizes, resolution } from './page-size.ts';

/** What reading a PDF is made of. */
export interface PdfTools {
	readonly sandbox: Sandbox;
	readonly qpdf: Qpdf;
	/** Encodes a rendered page. */
	readonly pictures: FileHandler<'convert'>;
}

/** Converts PDFs to pictures, a file a page, and to text. */
export const convertPdf =
	(tools: PdfTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input } = await openPdf(tools.qpdf, task, params.password);
		const opened = { ...task, input };
		const selection = await selectPages(tools.qpdf, params.pages, opened);
		if (params.output_format === 'txt' || params.output_format === 'html')
			return convertText(tools, params, opened, selection);
		return convertPages(tools, params, opened, selection);
	};

async function convertPages(
	tools: PdfTools,
	params: Params<'convert'>,
	task: FileTask,
	{ numbers }: Selection,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const last = numbers.reduce((most, number) => Math.max(most, number), 0);
	const report = await run(tools, task, 'pdfinfo', ['-f', '1', '-l', `${last}`, see(tools, task)]);
	const sizes = parsePageSizes(report);
	const files: OutputFile[] = [];
	// A list may name a page twice.
	const unique = uniqueFilenames();
	// Uncompressed, because Poppler's own PNG takes ten times as long as encoding in sharp.
	const rendered = path.join(workspace.tmp, 'page.tif');
	for (const [index, number] of numbers.entries()) {
		const { dpi, reduced } = resolution(sizes.get(number) ?? a4, params);
		if (reduced)
			task.warn(
				`Page ${number} of "${input.filename}" is very large; it was rendered at ${Math.round(dpi)} dpi.`,
			);
		const page = ['-f', `${number}`, '-l', `${number}`, '-singlefile'];
		await run(tools, task, 'pdftoppm', [
			...['-r', `${dpi}`, '-cropbox', '-tiff', '-tiffcompression', 'none', ...page],
			see(tools, task),
			see(tools, task, path.join(workspace.tmp, 'page')),
		]);
		const named =
			numbers.length > 1
				? nameOfPart(input.filename, number, params.output_format)
				: nameWithFormat(input.filename, params.output_format);
		const filename = unique(named);
		const picture = await tools.pictures(params, {
			...task,
			input: { ...input, filename, path: rendered, format: 'pdf' },
		});
		files.push(...picture.files);
		await rm(rendered);
		task.progress(((index + 1) / numbers.length) * 100);
	}
	return { files };
}

async function convertText(
	tools: PdfTools,
	{ pages, output_format }: Params<'convert'>,
	task: FileTask,
	{ range }: Selection,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const filename = nameWithFormat(input.filename, output_format);
	const output = path.join(workspace.output, filename);
	let source = see(tools, task);
	if (pages) {
		const inputFile = source;
		source = see(tools, task, path.join(workspace.tmp, 'selected.pdf'));
		const job = {
			inputFile,
			outputFile: source,
			decrypt: '',
			pages: [{ file: '.', range }],
		};
		await tools.qpdf.run(job, task);
	}
	const target = see(tools, task, output);
	if (output_format === 'html')
		await run(tools, task, 'pdftohtml', ['-s', '-noframes', '-dataurls', '-q', source, target]);
	else await run(tools, task, 'pdftotext', ['-layout', '-enc', 'UTF-8', source, target]);
	if (output_format === 'txt' && (await readFile(output, 'utf8')).trim() === '')
		task.warn(`File "${input.filename}" has no text; its pages may be pictures, such as scans.`);
	return { files: [{ filename, path: output }] };
}

async function run(
	{ sandbox }: PdfTools,
	{ input, workspace, signal }: FileTask,
	program: string,
	args: readonly string[],
): Promise<string> {
	const ended = await runProgram(sandbox, { path: `/usr/bin/${program}`, args, workspace, signal });
	if (ended.exitCode === 0) return ended.stdout;
	throw new EngineError('poppler', `could not read "${input.filename}".`, {
		cause: new Error(ended.stderr),
	});
}

function see({ sandbox }: PdfTools, { input, workspace }: FileTask, file = input.path): string {
	return sandbox.visible(file, workspaceMounts(workspace));
}

const a4: PageSize = { width: 595, height: 842 };
