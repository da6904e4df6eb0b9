import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import type { PageTools } from '../qpdf/navigation.ts';
import { extractPages } from '../qpdf/pages.ts';
import type { WarmPool } from '../warm-pool.ts';
import { pageFacts } from './chrome.ts';
import { paperOf } from './paper.ts';
import type { PageRequest } from './request.ts';

/** What converting web documents is made of. */
export interface DocumentTools extends PageTools {
	/** Browsers without any network. */
	readonly browsers: WarmPool;
}

/** Prints HTML and Markdown files, which get nothing from the network and nothing from beside them. */
export const convertDocument =
	({ browsers, ...tools }: DocumentTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input, workspace } = task;
		const filename = nameWithFormat(input.filename, params.output_format);
		const folder = params.pages ? workspace.tmp : workspace.output;
		const file = { filename, path: path.join(folder, filename) };
		await showFile(browsers, makeOf(params), task, file.path);
		if (folder === workspace.output) return { files: [file] };
		const pdf = { ...input, path: file.path, format: 'pdf' };
		return extractPages(tools)({ pages: params.pages }, { ...task, input: pdf });
	};

/**
 * Opens an HTML or Markdown file in a browser and writes what is to be made of it.
 * @throws InvalidFileError when the page never comes to rest.
 */
export async function showFile(
	browsers: WarmPool,
	make: PageRequest['make'],
	{ input, signal, warn }: FileTask,
	target: string,
): Promise<void> {
	const answer = await browsers.run({
		input: input.path,
		output: path.dirname(target),
		signal,
		request: (file, output): PageRequest => ({
			source: {
				file,
				format: input.format === 'md' ? 'md' : 'html',
				title: path.parse(input.filename).name,
			},
			loading: { until: 'load', time: 0 },
			make,
			output: path.join(output, path.basename(target)),
		}),
	});
	const facts = pageFacts.parse(answer.facts);
	if (facts.failure)
		throw new InvalidFileError(
			input.filename,
			'could not be drawn within 60 seconds and 4 GiB of memory: it is too large, or its scripts never rest.',
			{ cause: new Error(answer.detail) },
		);
	if (answer.status !== 'done')
		throw new EngineError('chrome', `failed on "${input.filename}".`, {
			cause: new Error(answer.detail),
		});
	const { lostCount = 0, cut, height } = facts;
	if (lostCount > 0)
		warn(
			`"${input.filename}" names ${lostCount} other ${lostCount === 1 ? 'file, which was' : 'files, which were'} not loaded: only what is inside a file (data: addresses) is shown.`,
		);
	if (cut)
		warn(`"${input.filename}" is longer than a picture can be; it ends after ${height} pixels.`);
}

function makeOf(params: Params<'convert'>): PageRequest['make'] {
	const { zoom, quality } = params;
	switch (params.output_format) {
		case 'html':
			return { kind: 'html' };
		case 'png':
		case 'jpg':
		case 'webp':
			return { kind: params.output_format, width: params.width ?? 1280, zoom, quality };
		default:
			return paperOf(params);
	}
}
