import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Stamped, type StampTools, stampPages } from './stamp-pages.ts';

/** Pixels. */
interface Size {
	readonly width: number;
	readonly height: number;
}

const program = '/usr/bin/pdftocairo';
// What Cairo draws on.
const widest = 30_000;

/**
 * The watermark of a task as a PNG of that size, transparent around it.
 * @throws InvalidFileError when it is too large, EngineError where Poppler is not installed.
 */
export async function makeOverlay(
	tools: StampTools,
	params: Params<'watermark'>,
	size: Size,
	task: FileTask,
): Promise<{ readonly overlay: string; readonly font: Stamped['font'] }> {
	const { file, font } = await stampBlank(tools, params, size, task);
	return { overlay: await render(tools.sandbox, file, size, task), font };
}

/**
 * The watermark of a task on an otherwise empty page of a PDF, of which a point is a pixel.
 * @throws InvalidFileError when it is too large, EngineError where Poppler is not installed.
 */
export async function stampBlank(
	tools: StampTools,
	params: Params<'watermark'>,
	size: Size,
	task: FileTask,
): Promise<Stamped> {
	if (Math.max(size.width, size.height) > widest)
		throw new InvalidFileError(
			task.input.filename,
			`is ${size.width} by ${size.height} pixels, but a watermark needs at most ${widest} a side.`,
		);
	if (!existsSync(program))
		throw new EngineError(
			'poppler',
			'is not installed on this service; the package poppler-utils brings it.',
			{ code: 'ENGINE_MISSING' },
		);
	const blank = path.join(task.workspace.tmp, 'blank.pdf');
	await writeFile(blank, blankPage(size));
	return stampPages(tools, params, { file: blank, pages: [1], inPixels: true }, task);
}

/** A PDF with an empty page of a point a pixel, as short as its reader takes it. */
function blankPage({ width, height }: Size): string {
	return [
		'%PDF-1.7',
		'1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
		'2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
		`3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]>> endobj`,
		'trailer <</Size 4 /Root 1 0 R>>',
		'%%EOF',
	].join('\n');
}

/** A page as a picture that is transparent where nothing is drawn. */
async function render(
	sandbox: Sandbox,
	file: string,
	{ width, height }: Size,
	{ input, workspace, signal }: FileTask,
): Promise<string> {
	const mounts = workspaceMounts(workspace);
	const target = path.join(workspace.tmp, 'overlay');
	const { exitCode, stderr } = await runProgram(sandbox, {
		path: program,
		args: [
			...['-png', '-transp', '-singlefile', '-scale-to-x', `${width}`, '-scale-to-y', `${height}`],
			...[sandbox.visible(file, mounts), sandbox.visible(target, mounts)],
		],
		workspace,
		signal,
	});
	if (exitCode === 0) return `${target}.png`;
	throw new InvalidFileError(input.filename, 'is too large to be marked.', {
		cause: new Error(stderr),
	});
}
