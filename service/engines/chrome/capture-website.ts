import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError, InvalidFileError, InvalidOptionError } from '../../errors.ts';
import type { GuardedProxy } from '../../network/guarded-proxy.ts';
import { requestHeaders } from '../../network/request-headers.ts';
import type { FilesHandler, FilesTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import type { PageTools } from '../qpdf/navigation.ts';
import { extractPages } from '../qpdf/pages.ts';
import type { WarmPool } from '../warm-pool.ts';
import { pageFacts } from './chrome.ts';
import { explainFailure } from './explain-failure.ts';
import { paperOf } from './paper.ts';
import type { PageFacts, PageRequest, Paper, Picture } from './request.ts';
import { warnOfIneffective } from './warnings.ts';

/** What capturing is made of. */
export interface CaptureTools extends PageTools {
	/** Browsers that reach the web through the proxy. */
	readonly browsers: WarmPool;
	readonly proxy: GuardedProxy;
}

type Capture = Params<'capture-website'>;

/** Prints or photographs a page of the web. */
export const captureWebsite =
	({ browsers, proxy, ...tools }: CaptureTools): FilesHandler<'capture-website'> =>
	async (params, task) => {
		const { workspace, signal } = task;
		warnOfIneffective(params, task.warn);
		const url = new URL(params.url);
		const headers = requestHeaders(url, params.headers);
		// They are sent as a header, so that no footer and no result shows them.
		url.username = url.password = '';
		const filename = nameWithFormat(`${url.hostname}.html`, params.output_format);
		const make = params.output_format === 'pdf' ? await paper(params, task) : picture(params);
		const folder = params.pages && make.kind === 'pdf' ? workspace.tmp : workspace.output;
		const answer = await browsers.run({
			output: folder,
			signal,
			request: (_input, output): PageRequest => ({
				source: { url: url.href, headers },
				loading: {
					until: params.wait_until,
					element: params.wait_for_element,
					time: params.wait_time,
					media: params.css_media_type,
				},
				make,
				output: path.join(output, filename),
			}),
		});
		const found = pageFacts.parse(answer.facts);
		if (found.failure) throw explainFailure(found.failure, params, proxy);
		if (answer.status !== 'done')
			throw new EngineError('chrome', `could not capture the page of "${url.host}".`, {
				cause: new Error(answer.detail),
			});
		warnOfLosses(found, task);
		const file = { filename, path: path.join(folder, filename) };
		const facts = factsOf(found);
		if (folder === workspace.output) return { files: [file], facts };
		const input = { ...file, task: '', size: 0, format: 'pdf' };
		const extracted = await extractPages(tools)({ pages: params.pages }, { ...task, input });
		return { ...extracted, facts: { ...extracted.facts, ...facts } };
	};

async function paper(params: Capture, task: FilesTask): Promise<Paper> {
	return { ...paperOf(params), templates: await templatesOf(params, task) };
}

async function templatesOf(params: Capture, task: FilesTask): Promise<Paper['templates']> {
	if (!params.display_header_footer) return undefined;
	if (!params.header_template && !params.footer_template) return 'own';
	return {
		header: await template('header', params, task),
		footer: await template('footer', params, task),
	};
}

const edges = { header: 'margin_top', footer: 'margin_bottom' } as const;
const largestTemplate = 10 * 1024 ** 2;

/** The HTML of a header or footer; undefined where none is shown. */
async function template(
	name: 'header' | 'footer',
	params: Capture,
	{ named, warn }: FilesTask,
): Promise<string | undefined> {
	const parameter = `${name}_template` as const;
	const [file] = named[parameter] ?? [];
	if (!params[parameter]) return undefined;
	if (!file) throw new InvalidOptionError(parameter, params[parameter], 'that task made no file');
	if (!params[edges[name]]) {
		warn(
			`The ${name} is not shown, because no space is reserved for it; set "${edges[name]}" to the millimeters it needs.`,
		);
		return undefined;
	}
	if (file.size > largestTemplate)
		throw new InvalidFileError(file.filename, 'is larger than 10 MiB, too large for a template.');
	return readFile(file.path, 'utf8');
}

function picture({ output_format, screen_width, screen_height, zoom }: Capture): Picture {
	return {
		kind: output_format === 'pdf' ? 'png' : output_format,
		width: screen_width,
		height: screen_height,
		zoom,
	};
}

function warnOfLosses(
	{ lost = [], lostCount = 0, cut, height }: PageFacts,
	{ warn }: FilesTask,
): void {
	if (lostCount > 0) {
		const hosts = new Set(lost.map((one) => URL.parse(one)?.host ?? one));
		warn(
			`${lostCount} of the files that the page wanted could not be loaded, among them from ${[...hosts].join(', ')}.`,
		);
	}
	if (cut)
		warn(`The page is longer than a picture can be; the picture ends after ${height} pixels.`);
}

function factsOf({ url, status, title, width, height }: PageFacts) {
	return {
		url,
		http_status: status,
		title,
		...(width !== undefined && { width, height }),
	};
}
