import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { Entry } from '../archivetool/entries.ts';
import type { FileTask } from '../file-task.ts';
import type { Sandbox } from '../sandbox.ts';
import { collectEntries } from './collect-entries.ts';
import { UnpackMeter } from './limits.ts';
import type { Reader, Reading } from './reader.ts';

/** What unpacking is made of. */
export interface Unpacking {
	readonly sandbox: Sandbox;
	readonly read: Reader;
	/** Bytes that the files of an archive may have together. */
	readonly maxBytes: number;
}

/** How one archive is unpacked. */
export interface UnpackOptions {
	readonly password: string | undefined;
	readonly maxEntries: number;
}

/**
 * The files and folders of an archive, in its order, under clean names; their content lies in `tmp/`. Links and devices
 * are left out with a warning.
 * @throws InvalidFileError when it is damaged, too large, encrypted or empty.
 */
export async function unpack(
	unpacking: Unpacking,
	task: FileTask,
	options: UnpackOptions,
): Promise<Entry[]> {
	const collected = await collect(unpacking, task, options, 'utf-8');
	const isMisread = collected.entries.some(({ name }) => name.includes('\ufffd'));
	// Programs that know UTF-8 say so or write it anyway; only what is neither is older (APPNOTE 6.3.9, appendix D).
	const { entries, leftOut, moved } =
		isMisread && task.input.format === 'zip'
			? await collect(unpacking, task, options, 'cp437')
			: collected;
	if (entries.length === 0)
		throw new InvalidFileError(task.input.filename, 'holds no files.', { code: 'EMPTY_FILE' });
	if (leftOut.length > 0)
		task.warn(`Links and devices are not followed; left out: ${some(leftOut)}.`);
	if (moved.length > 0)
		task.warn(`Names that lead out of their folder were made to stay in it: ${some(moved)}.`);
	return entries;
}

async function collect(
	{ sandbox, read, maxBytes }: Unpacking,
	task: FileTask,
	{ password, maxEntries }: UnpackOptions,
	names: Reading['names'],
) {
	const folder = path.join(task.workspace.tmp, `entries-${names}`);
	await mkdir(folder);
	const meter = new UnpackMeter(task.input, { entries: maxEntries, bytes: maxBytes });
	const collected = collectEntries(folder, meter);
	await read(task, { sandbox, password, meter, names, receive: collected.receive });
	return collected;
}

function some(names: readonly string[]): string {
	const shown = names.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 200)));
	const more = names.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
