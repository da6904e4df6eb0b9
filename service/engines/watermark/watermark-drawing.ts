import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import { measurePicture } from '../sharp/measure-picture.ts';
import { stampBlank } from './make-overlay.ts';
import type { StampTools } from './stamp-pages.ts';

/** Marks an SVG by a drawing laid over it, or behind it: both stay vectors. */
export const watermarkDrawing =
	(tools: StampTools): FileHandler<'watermark'> =>
	async (params, task) => {
		const { input, workspace, warn } = task;
		if (params.pages !== undefined)
			warn(`Parameter "pages" has no effect: "${input.filename}" is svg and has no pages.`);
		const size = await measurePicture(tools.images, task);
		const drawing = rootOf(await readFile(input.path, 'utf8'), input.filename);
		const { file, font } = await stampBlank(tools, params, size, task);
		const mark = await toSvg(tools, file, task);
		const inside = `<svg${sized(drawing.attributes, size)}${drawing.rest}`;
		const layers = params.layer === 'below' ? [mark, inside] : [inside, mark];
		const own = drawing.attributes.match(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g) ?? [];
		const filename = nameWithFormat(input.filename, 'svg');
		const output = path.join(workspace.output, filename);
		await writeFile(
			output,
			`<svg xmlns="http://www.w3.org/2000/svg"${own.join('')} viewBox="0 0 ${size.width} ${size.height}">\n${layers.join('\n')}\n</svg>\n`,
		);
		return { files: [{ filename, path: output }], facts: { ...size, ...(font && { font }) } };
	};

interface Root {
	/** As they stand in the tag, each with a space before it. */
	readonly attributes: string;
	/** From the end of the tag on. */
	readonly rest: string;
}

/** The outermost element of an SVG, which has to be plain, since it is put into another one. */
function rootOf(svg: string, filename: string): Root {
	const prolog =
		/^\ufeff?(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*>)*/.exec(svg)?.[0] ?? '';
	const found = /^<svg((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(>[\s\S]*<\/svg\s*>)/.exec(
		svg.slice(prolog.length),
	);
	if (found?.[1] !== undefined && found[2] !== undefined)
		return { attributes: found[1], rest: found[2] };
	throw new InvalidFileError(
		filename,
		'cannot be marked: its outermost element has a prefix, or its DOCTYPE declares entities; convert it to pdf or png first.',
	);
}

/** The attributes of a drawing that fills a place of that size. */
function sized(attributes: string, { width, height }: { width: number; height: number }): string {
	const others = attributes.replaceAll(/\s(?:width|height|x|y)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
	return `${others} width="${width}" height="${height}"`;
}

async function toSvg({ sandbox }: StampTools, file: string, task: FileTask): Promise<string> {
	const target = path.join(task.workspace.tmp, 'mark.svg');
	const visible = (one: string) => sandbox.visible(one, workspaceMounts(task.workspace));
	const { exitCode, stderr } = await runProgram(sandbox, {
		path: '/usr/bin/pdftocairo',
		args: ['-svg', visible(file), visible(target)],
		workspace: task.workspace,
		signal: task.signal,
	});
	if (exitCode !== 0)
		throw new EngineError('poppler', `could not draw the watermark of "${task.input.filename}".`, {
			cause: new Error(stderr),
		});
	const svg = (await readFile(target, 'utf8')).replace(/^<\?xml[^>]*>\s*/, '');
	return (
		svg
			// Names that the drawing may have too.
			.replaceAll(/(\sid="|href="#|url\(#)/g, '$1watermark-')
			// A point of the mark is a pixel of the drawing.
			.replace(/(<svg[^>]*?\swidth="[\d.]+)pt("[^>]*?\sheight="[\d.]+)pt"/, '$1$2"')
	);
}
