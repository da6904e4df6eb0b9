import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, type Refusal } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-ocr-'));
const french = fixture('scans/french.pdf');
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const ocr = (file: string) => operate(client, 'pdf/ocr', {}, [file]);

describe('pdf/ocr on bad input', () => {
	it('reads a giant page at fewer dots per inch', async () => {
		const { paths } = await ocr(fixture('hostile/enormous-page.pdf'));

		expect((await execa('pdftotext', [paths[0] ?? '', '-'])).stdout).toContain('megapixels');
	});

	it('refuses a language that is not installed, and names the package that brings it', async () => {
		const answer = await submit({ language: ['eng', 'chi_sim'] });

		expect(answer.status).toBe(422);
		expect(answer.body.code).toBe('INVALID_DATA');
		expect(answer.text).toMatch(/installed \(deu, eng, fra.*\)/);
		expect(answer.text).toContain('Debian package tesseract-ocr-chi-sim');
	});

	it.each([
		[['xyz'], /is no language of Tesseract/],
		[['de'], /must be a code of three letters/],
		[['osd'], /is no language of Tesseract/],
		[['../eng'], /must be a code of three letters/],
		[['eng+-c'], /must be a code of three letters/],
		[[], /must name at least one language/],
		['deu', /must be a list/],
	])('refuses %j as languages', async (language, reason) => {
		const answer = await submit({ language });

		expect(answer.status).toBe(422);
		expect(answer.text).toMatch(reason);
	});

	it.each([
		['a picture named as PDF', 'FORMAT_MISMATCH', () => picture('fake.pdf', 'png:')],
		['an office document', 'FORMAT_MISMATCH', async () => fixture('office/report.docx')],
		['a file without its end', 'INVALID_FILE', () => cut(fixture('pdf/pages-3.pdf'), 0.3)],
		['a file without its beginning', 'INVALID_FILE', () => cut(french, 0.001)],
		['a locked file', 'PASSWORD_REQUIRED', () => locked(french)],
		['a file without pages', 'INVALID_FILE', () => empty()],
	])('refuses %s', async (_, code, make) => {
		const { task } = await ocr(await make());

		expect(task.status).toBe('error');
		expect(task.code).toBe(code);
		expect(task.message).not.toMatch(/\/tmp|\/input|qpdf|tesseract:/);
	});
});

function submit(params: Readonly<Record<string, unknown>>) {
	const tasks = {
		scan: { operation: 'import/raw', file: 'x', filename: 'x.pdf' },
		read: { operation: 'pdf/ocr', input: 'scan', ...params },
	};
	return client.request<Refusal>('POST', '/v2/jobs', { body: { tasks } });
}

async function picture(name: string, format: string): Promise<string> {
	const file = path.join(folder, name);
	await execa('convert-im6.q16', ['-size', '40x30', 'xc:red', `${format}${file}`]);
	return file;
}

async function cut(file: string, part: number): Promise<string> {
	const content = await readFile(file);
	const target = path.join(folder, 'cut.pdf');
	await writeFile(target, content.subarray(0, Math.round(content.length * part)));
	return target;
}

async function locked(file: string): Promise<string> {
	const target = path.join(folder, 'locked.pdf');
	await execa('qpdf', [file, '--encrypt', 'user', 'owner', '256', '--', target]);
	return target;
}

async function empty(): Promise<string> {
	const target = path.join(folder, 'empty.pdf');
	await execa('qpdf', ['--empty', target]);
	return target;
}
