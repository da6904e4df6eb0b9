import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';
import { difference, pictures, program, text, words } from './read-back.ts';

let service: TestService;
let client: Client;
let folder: string;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	folder = await mkdtemp(path.join(tmpdir(), 'filemill-pdfa-'));
});

afterAll(() => service.stop());

async function convert(level: string, file: string) {
	const { paths, result, task } = await operate(client, 'pdf/a', { conformance_level: level }, [
		file.startsWith('/') ? file : fixture(file),
	]);
	return { path: paths[0] ?? '', result, task };
}

describe('pdf/a', () => {
	it('leaves pictures as they are, bit for bit', async () => {
		const { path: file, result } = await convert('2b', 'scans/book-page.pdf');

		expect(result.conformance).toMatchObject({ method: 'completed' });
		expect(await pictures(file)).toEqual(await pictures(fixture('scans/book-page.pdf')));
	});

	it('keeps the text of a 1b page that transparency makes a picture', async () => {
		const { path: file, result } = await convert('1b', 'pdf/transparency.pdf');

		expect(words(await text(file))).toEqual(words(await text(fixture('pdf/transparency.pdf'))));
		expect(await pictures(file)).toHaveLength(1);
		expect(await difference(file, fixture('pdf/transparency.pdf'))).toBeLessThan(0.05);
		expect(result.warnings).toEqual(
			expect.arrayContaining([expect.stringContaining('Page 1 of "transparency.pdf" became')]),
		);
		expect(result.conformance).not.toHaveProperty('doubts');
	});

	it('keeps the transparency of a 2b page', async () => {
		const { path: file } = await convert('2b', 'pdf/transparency.pdf');

		expect(await pictures(file)).toHaveLength(0);
		expect(await difference(file, fixture('pdf/transparency.pdf'))).toBeLessThan(0.001);
	});

	it('turns CMYK into RGB and keeps the look', async () => {
		const { path: file, result } = await convert('2b', 'pdf/cmyk.pdf');

		expect(result.conformance).toMatchObject({ method: 'rewritten' });
		expect(await difference(file, fixture('pdf/cmyk.pdf'))).toBeLessThan(0.1);
		const { stdout } = await program('pdfimages', '-list', file);
		expect(stdout).not.toContain('cmyk');
	});

	it('keeps ligatures readable where pages are written anew', async () => {
		const mixed = path.join(folder, 'mixed.pdf');
		const files = [fixture('pdf/browser.pdf'), fixture('pdf/chapters-b.pdf')];
		await program('qpdf', '--empty', '--pages', ...files, '--', mixed);

		const { path: file, result } = await convert('2b', mixed);

		expect(result.conformance).toMatchObject({ method: 'rewritten' });
		expect(await text(mixed)).toContain('justified');
		expect(words(await text(file))).toEqual(words(await text(mixed)));
	});

	it('embeds fonts that are not there', async () => {
		const { path: file } = await convert('2b', 'pdf/chapters-a.pdf');

		const { stdout } = await program('pdffonts', file);
		expect(stdout.split('\n').slice(2).filter(Boolean)).not.toHaveLength(0);
		for (const line of stdout.split('\n').slice(2)) expect(line).not.toMatch(/ no {2}(yes|no) /);
		expect(words(await text(file))).toEqual(words(await text(fixture('pdf/chapters-a.pdf'))));
	});
});
