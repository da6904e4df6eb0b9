import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOperation, type Params } from '@filemill/operations';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { importUrl } from '../../../../service/jobs/imports/import-url.ts';
import { createNetwork } from '../../../../service/network/network.ts';
import { type LoopbackServer, serve } from '../../network/loopback-server.ts';

let directory: string;
let server: LoopbackServer;
const network = createNetwork({ allow: ['127.0.0.0/8'] });
const megabyte = randomBytes(1024 ** 2);

beforeEach(async () => {
	directory = await mkdtemp(path.join(tmpdir(), 'import-url-'));
	server = await serve((request, response) => {
		if (request.url === '/endless.bin') {
			const send = () => response.write(megabyte, (error) => error || send());
			return send();
		}
		if (request.url === '/broken.bin') {
			return response.write(megabyte, () => response.destroy());
		}
		response.writeHead(200, {
			'content-type': 'application/pdf',
			'content-length': String(20 * megabyte.length),
		});
		for (let count = 0; count < 20; count++) response.write(megabyte);
		response.end();
	});
});
afterEach(async () => {
	await server.close();
	await rm(directory, { recursive: true });
});

const importFile = (
	params: Pick<Params<'import/url'>, 'url' | 'filename'>,
	{ maxBytes = 1e9, signal = AbortSignal.timeout(30_000), progress = (_: number) => {} } = {},
) =>
	importUrl(
		{ ...params, timeout: 60, ignore_error: false },
		{ network, directory, signal, maxBytes, progress },
	);

describe('importUrl', () => {
	it('writes the file and tells how far it is', async () => {
		const seen: number[] = [];

		const file = await importFile(
			{ url: `${server.url}/report` },
			{ progress: (percent) => seen.push(percent) },
		);

		const expected = createHash('sha256');
		for (let count = 0; count < 20; count++) expected.update(megabyte);
		const content = await readFile(path.join(directory, 'report.pdf'));
		expect(file).toEqual({
			filename: 'report.pdf',
			path: path.join(directory, 'report.pdf'),
			size: 20 * megabyte.length,
		});
		expect(createHash('sha256').update(content).digest('hex')).toBe(expected.digest('hex'));
		expect(seen.at(-1)).toBe(100);
		expect(seen.length).toBeGreaterThan(2);
		expect(seen).toEqual([...new Set(seen)]);
	});

	it('gives the file the name that is asked for, inside the folder', async () => {
		const file = await importFile({ url: `${server.url}/x`, filename: '../../other.docx' });

		expect(file.filename).toBe('other.docx');
		expect(await readdir(directory)).toEqual(['other.docx']);
	});

	it('refuses a name that cannot be one', async () => {
		await expect(importFile({ url: server.url, filename: 'a\0b' })).rejects.toMatchObject({
			code: 'INVALID_OPTION',
		});
		expect(server.requests).toHaveLength(0);
	});

	it.each([
		['/endless.bin', 'FILE_TOO_LARGE'],
		['/broken.bin', 'UNREACHABLE'],
	])('leaves nothing of %s behind', async (file, code) => {
		const failure = importFile({ url: server.url + file }, { maxBytes: 3e6 });

		await expect(failure).rejects.toMatchObject({ code });
		expect(await readdir(directory)).toEqual([]);
	});

	it('leaves nothing behind when the task is cancelled', async () => {
		const reason = new Error('cancelled');
		const controller = new AbortController();
		const failure = importFile({ url: `${server.url}/endless.bin` }, { signal: controller.signal });
		const started = setInterval(async () => {
			if ((await readdir(directory)).length > 0) controller.abort(reason);
		}, 5);

		await expect(failure).rejects.toBe(reason);
		clearInterval(started);
		expect(await readdir(directory)).toEqual([]);
	});

	it('fetches only web addresses', () => {
		const schema = findOperation('import/url')?.params;

		expect(schema?.safeParse({ url: 'file:///etc/passwd' }).success).toBe(false);
	});
});
