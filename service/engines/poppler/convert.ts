import { readFile, rm, writeFile } from 'node:fs/promises';
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
import { writeMarkdown } from './markdown.ts';
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
		switch (params.output_format) {
			case 'txt':
			case 'html':
			case 'md':
				return convertText(tools, params, opened, selection);
			case 'svg':
			case 'eps':
				return convertVectors(tools, params.output_format, opened, selection);
			case 'ps':
				return convertPostscript(tools, params, opened, selection);
			default:
				return convertPages(tools, params, opened, selection);
		}
	};

async function convertPages(
	tools: PdfTools,
	params: Params<'convert'>,
	task: FileTask,
	{ numbers }: Selection,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const { pixel_density, width, height } = params;
	if (pixel_density && (width || height))
		task.warn('Parameter "pixel_density" has no effect where "width" or "height" is given.');
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

/** Lines and letters stay what they are; both formats hold one page. */
async function convertVectors(
	tools: PdfTools,
	format: 'svg' | 'eps',
	task: FileTask,
	{ numbers }: Selection,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const unique = uniqueFilenames();
	const files: OutputFile[] = [];
	for (const [index, number] of numbers.entries()) {
		const filename = unique(
			numbers.length > 1
				? nameOfPart(input.filename, number, format)
				: nameWithFormat(input.filename, format),
		);
		const output = path.join(workspace.output, filename);
		const page = ['-f', `${number}`, '-l', `${number}`];
		const ends = [see(tools, task), see(tools, task, output)];
		if (format === 'svg') await run(tools, task, 'pdftocairo', ['-svg', ...page, ...ends]);
		else await run(tools, task, 'pdftops', ['-eps', '-level3', ...page, ...ends]);
		files.push({ filename, path: output });
		task.progress(((index + 1) / numbers.length) * 100);
	}
	return { files };
}

async function convertPostscript(
	tools: PdfTools,
	params: Params<'convert'>,
	task: FileTask,
	selection: Selection,
): Promise<HandlerResult> {
	const filename = nameWithFormat(task.input.filename, 'ps');
	const output = path.join(task.workspace.output, filename);
	const source = await selected(tools, params, task, selection);
	await run(tools, task, 'pdftops', ['-level3', source, see(tools, task, output)]);
	return { files: [{ filename, path: output }] };
}

/** The path under which Poppler sees the pages asked for as a PDF of their own. */
async function selected(
	tools: PdfTools,
	{ pages }: Params<'convert'>,
	task: FileTask,
	{ range }: Selection,
): Promise<string> {
	const source = see(tools, task);
	if (!pages) return source;
	const target = see(tools, task, path.join(task.workspace.tmp, 'selected.pdf'));
	const job = {
		inputFile: source,
		outputFile: target,
		decrypt: '',
		pages: [{ file: '.', range }],
	};
	await tools.qpdf.run(job, task);
	return target;
}

async function convertText(
	tools: PdfTools,
	params: Params<'convert'>,
	task: FileTask,
	selection: Selection,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const { output_format } = params;
	const filename = nameWithFormat(input.filename, output_format);
	const output = path.join(workspace.output, filename);
	const source = await selected(tools, params, task, selection);
	const target = see(tools, task, output);
	if (output_format === 'html')
		await run(tools, task, 'pdftohtml', ['-s', '-noframes', '-dataurls', '-q', source, target]);
	else if (output_format === 'md') {
		const placed = path.join(workspace.tmp, 'placed.xml');
		await run(tools, task, 'pdftohtml', ['-xml', '-i', '-q', source, see(tools, task, placed)]);
		const tags = path.join(workspace.tmp, 'tags.txt');
		await writeFile(tags, await readTags(tools, task, source));
		await writeMarkdown(tools.sandbox, { placed, tags }, output, task);
		const pictures = await run(tools, task, 'pdfimages', ['-list', source]);
		if (/^ *\d+ +\d+ image /m.test(pictures))
			task.warn(`The pictures of "${input.filename}" are left out: a md file holds none.`);
	} else await run(tools, task, 'pdftotext', ['-layout', '-enc', 'UTF-8', source, target]);
	if (output_format === 'txt' && (await readFile(output, 'utf8')).trim() === '')
		task.warn(`File "${input.filename}" has no text; its pages may be pictures, such as scans.`);
	return { files: [{ filename, path: output }] };
}

/** What the tags of a PDF say; nothing where they are damaged, or too many to be told in full. */
async function readTags(tools: PdfTools, task: FileTask, source: string): Promise<string> {
	try {
		const report = await run(tools, task, 'pdfinfo', ['-struct-text', source]);
		return report.length < 1_000_000 ? report : '';
	} catch {
		task.signal.throwIfAborted();
		return '';
	}
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
