import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import { runProgram, workspaceMounts } from '../run-program.ts';
import { checkRarEnd } from './check-rar-end.ts';
import { explainUnreadable, passwordError } from './explain-unreadable.ts';
import { compressedFiles } from './formats.ts';
import type { FoundEntry, Reader } from './reader.ts';

/**
 * Reads an archive by libarchive: in the sandbox bsdtar makes a tar stream of it, whatever it is, and the service takes
 * that apart; so no program writes a file under a name that a stranger chose.
 */
export const readByLibarchive: Reader = async (
	task,
	{ sandbox, password, meter, names, receive },
) => {
	const { input, workspace, signal } = task;
	const isSingle = compressedFiles.includes(input.format);
	const visible = sandbox.visible(input.path, workspaceMounts(workspace));
	const stop = new AbortController();
	let asked = 0;
	let broken: unknown;
	const ended = await runProgram(sandbox, {
		...(isSingle
			? { path: '/usr/bin/bsdcat', args: ['--', visible] }
			: { path: '/usr/bin/bsdtar', args: ['-cf', '-', '--format=pax', `@${visible}`] }),
		...(names === 'cp437' && { env: { TAR_READER_OPTIONS: 'zip:hdrcharset=CP437' } }),
		workspace,
		signal: AbortSignal.any([signal, stop.signal]),
		// No list of processes shows it there.
		input: password === undefined ? '' : `${password}\n`,
		onMessage: (text) => {
			asked += text.match(/Enter passphrase/g)?.length ?? 0;
			// After a wrong one it would ask forever.
			if (asked > (password === undefined ? 0 : 1))
				stop.abort(passwordError(input.filename, password));
		},
		takeOutput: isSingle ? takeFile : takeTar,
	});
	if (ended.exitCode !== 0 || broken)
		throw explainUnreadable(input, ended.stderr, password, broken);
	if (input.format === 'rar' || input.format === 'cbr') await checkRarEnd(input);

	async function takeTar(stdout: Readable): Promise<void> {
		const entries = extract();
		// A program that fails breaks its stream off; why it failed says more.
		entries.on('error', (error) => {
			broken ??= error;
		});
		const read = pipeline(stdout, entries).catch(() => undefined);
		try {
			for await (const entry of entries) {
				meter.check({ bytes: meter.bytes + entry.header.size });
				await receive(describe(entry.header), (file) => fill(entry, file));
				entry.resume();
			}
		} catch (error) {
			if (error !== broken) throw error;
		}
		await read;
	}

	function takeFile(stdout: Readable): Promise<void> {
		const { name } = path.parse(input.filename);
		return receive({ name, kind: 'file', modified: new Date(), isExecutable: false }, (file) =>
			fill(stdout, file),
		);
	}

	async function fill(content: AsyncIterable<unknown>, file: string): Promise<void> {
		await pipeline(measured(content), createWriteStream(file, { flags: 'wx' }));
	}

	async function* measured(chunks: AsyncIterable<unknown>) {
		for await (const chunk of chunks) {
			if (!Buffer.isBuffer(chunk)) throw new TypeError('A stream of bytes gave something else.');
			meter.add({ bytes: chunk.length });
			yield chunk;
		}
	}
};

const kinds: Readonly<Record<string, FoundEntry['kind']>> = {
	file: 'file',
	'contiguous-file': 'file',
	directory: 'folder',
	link: 'hardlink',
	symlink: 'symlink',
};

function describe({ name, type, mtime, mode, linkname }: Header): FoundEntry {
	return {
		name,
		kind: kinds[type] ?? 'device',
		modified: Number.isFinite(mtime.getTime()) ? mtime : new Date(0),
		isExecutable: (mode & 0o100) !== 0,
		linkTo: linkname,
	};
}
