import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readUpload, type Upload } from '../../../service/http/read-upload.ts';
import { type LoopbackServer, serve } from '../network/loopback-server.ts';

const maxBytes = 60 * 1024 ** 2;
let directory: string;
let server: LoopbackServer;
let outcome: Promise<Upload>;

beforeEach(async () => {
	directory = await mkdtemp(path.join(tmpdir(), 'read-upload-'));
	const arrived = Promise.withResolvers<Upload>();
	outcome = arrived.promise;
	// Most tests look at it after the answer has come.
	outcome.catch(() => {});
	server = await serve(async (request, response) => {
		const upload = readUpload(request, { directory, maxBytes });
		arrived.resolve(upload);
		const status = await upload.then(
			() => 201,
			(error) => error.status,
		);
		response.writeHead(status).end();
	});
});
afterEach(async () => {
	await server.close();
	await rm(directory, { recursive: true });
});

/** Sends a body in pieces, and answers the status. */
async function send(
	body: Iterable<Buffer | string> | AsyncIterable<Buffer>,
	headers: Record<string, string>,
	method = 'POST',
): Promise<number | undefined> {
	const request = httpRequest(server.url, { method, headers });
	const answered = once(request, 'response');
	await pipeline(Readable.from(body, { objectMode: false }), request);
	const [response] = await answered;
	response.resume();
	return response.statusCode;
}

const form = { 'content-type': 'multipart/form-data; boundary=XX' };
const part = (header: string, content: string | Buffer) =>
	Buffer.concat([
		Buffer.from(`--XX\r\n${header}\r\n\r\n`),
		Buffer.from(content),
		Buffer.from('\r\n'),
	]);
const end = Buffer.from('--XX--\r\n');
const fileHeader = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
const stored = async () => {
	const [name = ''] = await readdir(directory);
	return { name, content: await readFile(path.join(directory, name)) };
};

describe('readUpload of a form', () => {
	it('takes what the built-in fetch sends, fields before the file', async () => {
		const data = new FormData();
		data.set('expires', '1700000000');
		data.set('key', 'Grüße');
		data.set('file', new Blob(['content']), 'Übersicht "neu".txt');

		const { status } = await fetch(server.url, { method: 'POST', body: data });

		expect(status).toBe(201);
		expect(await outcome).toEqual({
			filename: 'Übersicht _neu_.txt',
			path: path.join(directory, 'Übersicht _neu_.txt'),
			size: 7,
			fields: new Map([
				['expires', '1700000000'],
				['key', 'Grüße'],
			]),
		});
		expect((await stored()).content.toString()).toBe('content');
	});

	it.each([
		['content-disposition:form-data;name="file";filename=report.pdf', 'report.pdf'],
		['content-disposition:form-data;name="file";filename=my report 1.pdf', 'my report 1.pdf'],
		['content-disposition:form-data;name="file";filename=a; b.pdf', 'a; b.pdf'],
		['content-disposition:form-data;name="file";filename=it\'s "x".pdf', "it's _x_.pdf"],
		['content-disposition:form-data;name="file";filename=Gebühr €.pdf', 'Gebühr €.pdf'],
		['Content-Disposition: form-data; name="file"; filename="Gebühr.pdf"', 'Gebühr.pdf'],
		["Content-Disposition: form-data; name=file; filename*=utf-8''%E2%82%AC.pdf", '€.pdf'],
		['Content-Disposition: form-data; name=file; filename="C:\\temp\\a.pdf"', 'a.pdf'],
		['Content-Disposition: form-data; name=file; filename="../../etc/passwd.txt"', 'passwd.txt'],
		['Content-Disposition: form-data; name=file; filename="..\\..\\x.pdf"', 'x.pdf'],
		['Content-Disposition: form-data; name=file; filename=".."', 'file'],
		['Content-Disposition: form-data;\r\n name=file;\r\n filename="folded.pdf"', 'folded.pdf'],
		['Content-Disposition: form-data; name="file"', 'file'],
		['Content-Disposition: form-data; name="document"; filename="x.pdf"', 'x.pdf'],
	])('takes a file part with %j', async (header, filename) => {
		const body = [
			part('content-disposition:form-data;name="signature"', 'abc'),
			part(`${header}\r\ncontent-type:application/x-binary`, '%PDF'),
			end,
		];

		await send(body, form);

		expect(await outcome).toMatchObject({ filename, fields: new Map([['signature', 'abc']]) });
		expect((await stored()).content.toString()).toBe('%PDF');
	});

	it('finds the boundaries when every byte comes alone', async () => {
		const content = Buffer.from('\r\n--X\r\n--XY\r\n-\r\n--X-\r\n\r\n--');
		const body = Buffer.concat([
			Buffer.from('a preamble\r\n'),
			part('Content-Disposition: form-data; name="key"', 'value'),
			part(fileHeader, content),
			end,
			Buffer.from('an epilogue'),
		]);

		// A boundary may not begin another, so that of this form is longer.
		const bytes = Buffer.from(body.toString('latin1').replaceAll('--XX', '--XX7'), 'latin1');
		await send(
			(async function* () {
				for (const byte of bytes) yield Buffer.of(byte);
			})(),
			{ 'content-type': 'Multipart/Form-Data; charset=utf-8; boundary="XX7"' },
		);

		expect((await outcome).size).toBe(content.length);
		expect((await stored()).content).toEqual(content);
	});

	it('takes 50 MB by stream', async () => {
		const block = randomBytes(1024 ** 2);
		const sent = createHash('sha256');
		await send(
			(async function* () {
				yield Buffer.from(`--XX\r\n${fileHeader}\r\n\r\n`);
				for (let count = 0; count < 50; count++) {
					sent.update(block);
					yield block;
				}
				yield Buffer.from('\r\n--XX--\r\n');
			})(),
			form,
		);

		const { path: file, size } = await outcome;
		const received = createHash('sha256');
		await pipeline(createReadStream(file), received);
		expect(size).toBe(50 * block.length);
		expect(received.digest('hex')).toBe(sent.digest('hex'));
	});

	it('takes an empty file', async () => {
		expect(await send([part(fileHeader, ''), end], form)).toBe(201);
		expect(await outcome).toMatchObject({ filename: 'a.txt', size: 0 });
	});

	it.each([
		['has no file', [part('Content-Disposition: form-data; name="key"', 'x'), end]],
		['has no file', [end]],
		['has no file', [part(fileHeader.replace('a.txt', ''), ''), end]],
		[
			'has more than one file',
			[part(fileHeader, 'a'), part(fileHeader.replace('a', 'b'), 'b'), end],
		],
		['ends before the last boundary', [part(fileHeader, 'a')]],
		['ends before the last boundary', ['no form at all']],
		['ends before the last boundary', []],
		[
			'has a part with a header that is too long',
			[part(`${fileHeader}${'x'.repeat(20_000)}`, 'a'), end],
		],
		['has a part with a header that is none', [part(`${fileHeader}\r\nnonsense`, 'a'), end]],
		[
			'has a field that is too long',
			[part('content-disposition:form-data;name=k', 'x'.repeat(70_000)), end],
		],
		['has a boundary with something behind it', ['--XXY\r\n', part(fileHeader, 'a'), end]],
		[
			'has too many fields',
			[
				...Array.from({ length: 101 }, (_, index) =>
					part(`content-disposition:form-data;name=k${index}`, ''),
				),
				end,
			],
		],
	])('refuses a form that %s, and keeps nothing', async (reason, body) => {
		expect(await send(body, form)).toBe(422);

		await expect(outcome).rejects.toMatchObject({
			code: 'INVALID_UPLOAD',
			message: expect.stringContaining(reason),
		});
		expect(await readdir(directory)).toEqual([]);
	});

	it('refuses a form that does not say its boundary', async () => {
		expect(await send([end], { 'content-type': 'multipart/form-data' })).toBe(422);
	});

	it('is not troubled by fields with the names of an object', async () => {
		await send(
			[part('content-disposition:form-data;name=__proto__', 'x'), part(fileHeader, 'a'), end],
			form,
		);

		expect((await outcome).fields.get('__proto__')).toBe('x');
	});
});

describe('readUpload of a raw body', () => {
	it.each([
		[{ 'content-disposition': 'attachment; filename="a b.docx"' }, 'a b.docx'],
		[{ 'content-disposition': "attachment; filename*=UTF-8''%E2%82%AC.docx" }, '€.docx'],
		[
			{
				'content-disposition': 'attachment; filename="..\\..\\x"',
				'content-type': 'application/pdf',
			},
			'x.pdf',
		],
		[{ 'content-type': 'application/pdf' }, 'file.pdf'],
		[{ 'content-type': 'application/x-www-form-urlencoded' }, 'file'],
		[{}, 'file'],
	])('names the file after %j', async (headers, filename) => {
		const status = await send(['content'], { ...headers, 'content-length': '7' }, 'PUT');

		expect(status).toBe(201);
		expect(await outcome).toEqual({
			filename,
			path: path.join(directory, filename),
			size: 7,
			fields: new Map(),
		});
		expect(await stored()).toEqual({ name: filename, content: Buffer.from('content') });
	});

	it('refuses what announces more bytes than are allowed, before they come', async () => {
		const socket = connect(server.port, '127.0.0.1');
		socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${maxBytes + 1}\r\n\r\n`);
		const [answer] = await once(socket, 'data');
		socket.destroy();

		expect(String(answer)).toContain('413 Payload Too Large');
		expect(await readdir(directory)).toEqual([]);
	});

	it('refuses more bytes than are allowed when they come unannounced', async () => {
		const socket = connect(server.port, '127.0.0.1');
		socket.on('error', () => {});
		socket.write('PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
		const block = Buffer.concat([
			Buffer.from('100000\r\n'),
			Buffer.alloc(2 ** 20),
			Buffer.from('\r\n'),
		]);
		for (let count = 0; count < 61; count++) socket.write(block);

		await expect(outcome).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', status: 413 });
		socket.destroy();
		expect(await readdir(directory)).toEqual([]);
	});

	it.each([
		['a raw body', 'Content-Length: 1000\r\n\r\nhalf of it'],
		['a chunked body', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
		[
			'a form',
			`Content-Type: ${form['content-type']}\r\nContent-Length: 1000\r\n\r\n--XX\r\n${fileHeader}\r\n\r\nhalf of it`,
		],
	])('keeps nothing of %s whose sender goes away', async (_what, rest) => {
		const socket = connect(server.port, '127.0.0.1');
		socket.write(`PUT / HTTP/1.1\r\nHost: x\r\n${rest}`);
		while ((await readdir(directory)).length === 0) await new Promise(setImmediate);
		socket.destroy();

		await expect(outcome).rejects.toMatchObject({ code: 'UPLOAD_ABORTED' });
		expect(await readdir(directory)).toEqual([]);
	});
});
