import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, type Refusal } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';
import { attached, count, intentOf, objects, program, text, xmp } from './read-back.ts';

let service: TestService;
let client: Client;
let folder: string;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	folder = await mkdtemp(path.join(tmpdir(), 'filemill-pdfa-'));
});

afterAll(() => service.stop());

/** Where it is installed, PDFBox Preflight must agree: a file that it doubts says so in `doubts`. */
const hasPreflight = ['/usr/bin/java', '/usr/share/java/preflight.jar'].every((file) =>
	existsSync(file),
);

async function convert(level: string, file: string) {
	const { paths, result, task } = await operate(client, 'pdf/a', { conformance_level: level }, [
		file.startsWith('/') ? file : fixture(file),
	]);
	return { path: paths[0] ?? '', result, task };
}

describe('pdf/a', () => {
	it.each(['1b', '2b', '3b'])('makes a browser page PDF/A-%s', async (level) => {
		const { path: file, result } = await convert(level, 'pdf/browser.pdf');

		const checkers = level === '1b' && hasPreflight ? ['PDFBox Preflight'] : [];
		expect(result.conformance).toMatchObject({
			standard: `PDF/A-${level}`,
			valid: true,
			checked_by: ['structural check', ...checkers],
		});
		expect(result.conformance).not.toHaveProperty('doubts');
		expect(await xmp(file, 'XMP-pdfaid')).toEqual({ Part: Number(level[0]), Conformance: 'B' });
		expect(await intentOf(file)).toBe('/GTS_PDFA1');
		expect(await text(file)).toBe(await text(fixture('pdf/browser.pdf')));
		expect((await program('qpdf', '--check', file)).stdout).toContain('No syntax');
	});

	it('keeps metadata in both places, bookmarks, links and language', async () => {
		const { path: file, result } = await convert('2b', 'pdf/book.pdf');

		const before = await objects(fixture('pdf/book.pdf'));
		const after = await objects(file);
		expect(result.conformance).toMatchObject({ method: 'completed' });
		expect(result.warnings).toBeUndefined();
		for (const kind of ['/Outlines', '/Link', '/StructTreeRoot', '/Lang'])
			expect([kind, count(after, kind)]).toEqual([kind, count(before, kind)]);
		const [info, xmpSays] = await Promise.all([xmp(file, 'PDF'), xmp(file, 'XMP-xmp')]);
		expect(xmpSays.CreatorTool).toBe(info.Creator);
		expect(xmpSays.CreateDate).toBe(info.CreateDate);
	});

	it('keeps a title in any script, rights and keywords', async () => {
		const titled = path.join(folder, 'titled.pdf');
		const said = { Title: 'Grüße & 漢字', Author: 'A <b>', Keywords: 'one, two', Subject: 'Ω' };
		const tags = Object.entries({ ...said, 'XMP-dc:Rights': '© Mill & Co' });
		const source = fixture('pdf/chapters-a.pdf');
		const set = tags.map(([name, value]) => `-${name}=${value}`);
		await program('exiftool', ...set, '-o', titled, source);

		const { path: file, result } = await convert('1b', titled);

		expect(result.conformance).toMatchObject({ method: 'rewritten' });
		expect(result.conformance).not.toHaveProperty('doubts');
		expect(await xmp(file, 'PDF')).toMatchObject({ ...said, Keywords: ['one', 'two'] });
		expect(await xmp(file, 'XMP-dc')).toMatchObject({
			Title: said.Title,
			Creator: said.Author,
			Description: said.Subject,
			Rights: '© Mill & Co',
		});
	});

	it('takes out scripts and programs to start, and says so', async () => {
		const acting = path.join(folder, 'acting.pdf');
		await writeFile(acting, actingPdf);

		const { path: file, result } = await convert('2b', acting);

		const json = await objects(file);
		for (const word of ['/JavaScript', '/Launch', '/AA', '/JS'])
			expect([word, json.includes(`"${word}"`)]).toEqual([word, false]);
		expect(json).toContain('https://example.org/');
		const warned = JSON.stringify(result.warnings);
		for (const what of ['type JavaScript (1)', 'type Launch (1)', 'that events start (1)'])
			expect(warned).toContain(what);
	});

	it('keeps attached files in 3b, and says that 2b cannot', async () => {
		const kept = await convert('3b', 'pdf/factur-x.pdf');
		const dropped = await convert('2b', 'pdf/factur-x.pdf');

		expect(await attached(kept.path)).toEqual(await attached(fixture('pdf/factur-x.pdf')));
		expect(await xmp(kept.path, 'XMP-fx')).toMatchObject({ ConformanceLevel: 'BASIC WL' });
		expect(await attached(dropped.path)).toEqual({});
		expect(dropped.result.warnings).toEqual([expect.stringContaining('attached files (1)')]);
	});

	it.each(['1b', '3b'])('makes a Word document PDF/A-%s at once', async (level) => {
		const { path: file, result } = await convert(level, 'office/report.docx');

		expect(result.conformance).toMatchObject({ level, valid: true, method: 'completed' });
		expect(await text(file)).not.toBe('');
	});

	it('refuses what cannot be made to conform, with the reason', async () => {
		const [plain, huge] = [path.join(folder, 'plain.pdf'), path.join(folder, 'huge.pdf')];
		const first = ['--pages', fixture('pdf/pages-3.pdf'), '1', '--'];
		await program('qpdf', '--empty', '--qdf', '--object-streams=disable', ...first, plain);
		const bytes = await readFile(plain, 'latin1');
		const box = '/MediaBox [ 0 0 20000 20000 ]';
		await writeFile(huge, bytes.replace(/\/MediaBox \[[^\]]*\]/, box), 'latin1');

		const { task } = await convert('2b', huge);

		expect(task.code).toBe('NOT_CONFORMING');
		expect(task.message).toContain('page 1 is smaller or larger than PDF/A permits');
	});

	it.each([
		['pdf/encrypted.pdf', 'PASSWORD_REQUIRED'],
		['pdf/no-pages.pdf', 'INVALID_FILE'],
		['office/password-protected.docx', 'PASSWORD_REQUIRED'],
	])('refuses %s', async (file, code) => {
		const { task } = await convert('3b', file);

		expect(task.status).toBe('error');
		expect(task.code).toBe(code);
	});

	it('refuses a page whose content inflates to more than any page draws', async () => {
		const content = deflateSync(Buffer.alloc(300_000_000, 'q '), { level: 1 });
		const bomb = path.join(folder, 'bomb.pdf');
		await writeFile(bomb, [bombHead, content, '\nendstream endobj\ntrailer << /Root 1 0 R >>\n']);

		const { task } = await convert('2b', bomb);

		expect(task.code).toBe('INVALID_FILE');
	});

	it('refuses a level other than 3b with an invoice before anything runs', async () => {
		const answer = await client.request<Refusal>('POST', '/v2/jobs', {
			body: {
				tasks: {
					page: { operation: 'import/raw', file: 'x', filename: 'x.txt' },
					work: { operation: 'pdf/a', input: 'page', xml: 'page', conformance_level: '2b' },
				},
			},
		});

		expect(answer.status).toBe(422);
		expect(JSON.stringify(answer.body)).toContain('must be \\"3b\\"');
	});
});

/** A page with a script that runs at once, one that runs on closing, a link to a program and one to a page. */
const actingPdf = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>
 /AA << /WC << /S /JavaScript /JS (1) >> >> >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [
 << /Type /Annot /Subtype /Link /Rect [0 0 50 50] /A << /S /Launch /F (calc.exe) >> >>
 << /Type /Annot /Subtype /Link /Rect [60 0 90 50] /A << /S /URI /URI (https://example.org/) >> >> ] >> endobj
trailer << /Root 1 0 R >>
%%EOF
`;

const bombHead = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >> endobj
4 0 obj << /Filter /FlateDecode >> stream
`;
