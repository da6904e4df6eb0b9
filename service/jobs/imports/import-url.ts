import path from 'node:path';
import type { Params } from '@filemill/operations';
import { InvalidOptionError } from '../../errors.ts';
import { cleanFilename } from '../../files/clean-filename.ts';
import { receiveFile } from '../../files/receive-file.ts';
import type { Network } from '../../network/network.ts';

/** Fetches a file into a folder, by stream. The name is the one given, else the one that the answer or the address tells. */
export async function importUrl(
	params: Params<'import/url'>,
	task: {
		readonly network: Network;
		readonly directory: string;
		readonly signal: AbortSignal;
		readonly maxBytes: number;
		progress(percent: number): void;
	},
): Promise<{ filename: string; path: string; size: number }> {
	const { signal, maxBytes } = task;
	const given = params.filename === undefined ? undefined : givenFilename(params.filename);
	const fetched = await task.network.fetchFile(params.url, {
		headers: params.headers,
		signal,
		maxBytes,
	});
	const filename = given ?? fetched.filename;
	const file = path.join(task.directory, filename);
	let told = 0;
	const size = await receiveFile(fetched.body, file, {
		maxBytes,
		onBytes: (received) => {
			const percent = fetched.size ? Math.floor((100 * received) / fetched.size) : 0;
			if (percent === told) return;
			told = percent;
			task.progress(percent);
		},
	});
	return { filename, path: file, size };
}

function givenFilename(name: string): string {
	const clean = cleanFilename(name);
	if (clean === undefined) {
		throw new InvalidOptionError('filename', name, 'must be a file name such as "report.docx"');
	}
	return clean;
}
