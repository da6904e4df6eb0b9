import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, download, find, type JobAnswer } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

const uploadAndExport = {
	'upload-1': { operation: 'import/upload' },
	'export-1': { operation: 'export/url', input: 'upload-1' },
};

function formOf(job: JobAnswer): { url: string; parameters: Record<string, string> } {
	const form = find(job, 'upload-1').result?.form;
	if (!form) throw new Error('There is no form.');
	return form;
}

describe('an upload', () => {
	it('is awaited with a form that needs no key', async () => {
		const job = await client.submit(uploadAndExport);

		expect(find(job, 'upload-1')).toMatchObject({
			status: 'waiting',
			message: 'Waiting for file upload',
			result: {
				form: { url: expect.stringMatching(/^http.*\/upload\/[\w-]{32}$/), parameters: {} },
			},
		});
	});

	it('comes by one PUT, and is handed out byte for byte', async () => {
		const content = readFileSync(fixture('pdf/pages-12.pdf'));
		const job = await client.run(uploadAndExport, { 'upload-1': fixture('pdf/pages-12.pdf') });
		const [file] = find(job, 'export-1').result?.files ?? [];

		expect(job.status).toBe('finished');
		expect(file).toMatchObject({
			filename: 'pages-12.pdf',
			size: content.length,
			sha256: createHash('sha256').update(content).digest('hex'),
		});
		expect((await download(job, 'export-1'))[0]?.equals(content)).toBe(true);
	});

	it('comes by a multipart form, under a name from anywhere', async () => {
		const job = await client.submit(uploadAndExport);
		const form = new FormData();
		form.append('signature', 'anything');
		form.append('file', new Blob(['Grüße']), 'Übersicht – 報告.txt');

		const response = await fetch(formOf(job).url, { method: 'POST', body: form });
		const ended = await client.wait(job.id);

		expect(response.status).toBe(201);
		expect(find(ended, 'export-1').result?.files?.[0]?.filename).toBe('Übersicht – 報告.txt');
		expect(String((await download(ended, 'export-1'))[0])).toBe('Grüße');
	});

	it('sends a browser on when the task says where to', async () => {
		const job = await client.submit({
			'upload-1': { operation: 'import/upload', redirect: 'https://example.com/done' },
		});
		const form = new FormData();
		form.append('file', new Blob(['x']), 'x.txt');

		const response = await fetch(formOf(job).url, {
			method: 'POST',
			body: form,
			redirect: 'manual',
		});

		expect(response.status).toBe(303);
		expect(response.headers.get('location')).toBe('https://example.com/done');
	});

	it('is taken once', async () => {
		const job = await client.submit(uploadAndExport);
		const put = () => fetch(formOf(job).url, { method: 'PUT', body: 'once' });
		await put();

		const again = await put();

		expect(again.status).toBe(409);
		expect(await again.json()).toMatchObject({ code: 'INVALID_STATE' });
	});

	it('has an address that cannot be guessed', async () => {
		const response = await fetch(`${service.url}/upload/${'a'.repeat(32)}`, {
			method: 'PUT',
			body: 'x',
		});

		expect(response.status).toBe(404);
	});

	it('is refused when it is larger than allowed, and may be sent again', async () => {
		const small = await startService({ FILEMILL_MAX_FILE: '1kB' });
		try {
			const client = new Client(small);
			const job = await client.submit(uploadAndExport);
			const refused = await fetch(formOf(job).url, { method: 'PUT', body: 'x'.repeat(1001) });
			const taken = await fetch(formOf(job).url, { method: 'PUT', body: 'x'.repeat(1000) });

			expect(refused.status).toBe(413);
			expect(refused.headers.get('connection')).toBe('close');
			expect(taken.status).toBe(201);
			expect((await client.wait(job.id)).status).toBe('finished');
		} finally {
			await small.stop();
		}
	});
});

describe('a download', () => {
	const exported = async (options: object = {}, filename = 'Bericht "1" – März.txt') => {
		const job = await client.run({
			a: { operation: 'import/raw', filename, file: '0123456789' },
			out: { operation: 'export/url', input: 'a', ...options },
		});
		return find(job, 'out').result?.files?.[0]?.url ?? '';
	};

	it('needs no key, and carries type, length and name', async () => {
		const response = await fetch(await exported());

		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
		expect(response.headers.get('content-length')).toBe('10');
		expect(response.headers.get('accept-ranges')).toBe('bytes');
		expect(response.headers.get('etag')).toBeTruthy();
		expect(response.headers.get('content-disposition')).toMatch(
			/^attachment; .*filename\*=UTF-8''Bericht/,
		);
		expect(response.headers.get('content-security-policy')).toBe('sandbox');
	});

	it.each([
		['bytes=2-4', 206, '234', 'bytes 2-4/10'],
		['bytes=-3', 206, '789', 'bytes 7-9/10'],
		['bytes=8-', 206, '89', 'bytes 8-9/10'],
		['bytes=20-', 416, '', 'bytes */10'],
	])('gives the range %s', async (range, status, content, contentRange) => {
		const response = await fetch(await exported(), { headers: { Range: range } });

		expect(response.status).toBe(status);
		expect(response.headers.get('content-range')).toBe(contentRange);
		if (status === 206) expect(await response.text()).toBe(content);
	});

	it('answers HEAD without a body', async () => {
		const response = await fetch(await exported(), { method: 'HEAD' });

		expect(response.status).toBe(200);
		expect(response.headers.get('content-length')).toBe('10');
		expect(await response.text()).toBe('');
	});

	it('is shown by a browser when asked for inline', async () => {
		const response = await fetch(await exported({ inline: true }, 'a.html'));

		expect(response.headers.get('content-disposition')).toMatch(/^inline/);
	});

	it('has an address that cannot be guessed', async () => {
		const url = await exported();

		expect(url).toMatch(/\/files\/[\w-]{32}\//);
		expect((await fetch(url.replace(/files\/./, 'files/_'))).status).toBe(404);
	});

	it('is one ZIP of several files when asked, equal names kept apart', async () => {
		const job = await client.run({
			a: { operation: 'import/raw', filename: 'same.txt', file: 'first' },
			b: { operation: 'import/raw', filename: 'same.txt', file: 'second' },
			out: { operation: 'export/url', input: ['a', 'b'], archive_multiple_files: true },
		});
		const [zip] = await download(job, 'out');
		const file = path.join(service.data, 'files.zip');
		writeFileSync(file, zip ?? '');

		const script =
			'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print([(n,z.read(n).decode()) for n in z.namelist()])';
		const listed = execFileSync('/usr/bin/python3', ['-c', script, file], { encoding: 'utf8' });
		expect(find(job, 'out').result?.files).toHaveLength(1);
		expect(listed).toMatch(/\[\('same\.txt', 'first'\), \('same.+\.txt', 'second'\)\]/);
	});
});
