import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, download, find } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { pictureOf, textOf } from '../engines/inspect.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-office-'));
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

const convert = (output_format: string, file: string, params: object = {}) =>
	operate(client, 'convert', { output_format, ...params }, [file]);

async function write(name: string, content: string | Buffer): Promise<string> {
	const file = path.join(mkdtempSync(path.join(folder, 'f-')), name);
	await writeFile(file, content);
	return file;
}

/** Writes a file in each format, and makes of each another one; answers those, by the format between. */
async function through(file: string, formats: readonly string[], last: string) {
	const steps = formats.flatMap((format) => [
		[format, { operation: 'convert', input: 'file', output_format: format }] as const,
		[`${format}-on`, { operation: 'convert', input: format, output_format: last }] as const,
	]);
	const job = await client.run(
		{
			file: { operation: 'import/upload' },
			...Object.fromEntries(steps),
			out: { operation: 'export/url', input: formats.map((format) => `${format}-on`) },
		},
		{ file },
	);
	const failed = job.tasks.filter(({ status }) => status !== 'finished');
	expect(failed.map(({ name, message }) => ({ name, message }))).toEqual([]);
	const contents = await download(job, 'out');
	const counts = formats.map((format) => find(job, `${format}-on`).result?.files?.length ?? 0);
	return formats.map((format, index) => {
		const first = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
		return { format, content: contents[first] ?? Buffer.alloc(0) };
	});
}

/** A spreadsheet of two sheets with what is hard to keep. */
const sheets = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
<table:table table:name="Größen"><table:table-row><table:table-cell office:value-type="string"><text:p>Name; "x", y</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="1.5"><text:p>1.5</text:p></table:table-cell></table:table-row></table:table>
<table:table table:name="Zwei &amp; drei"><table:table-row><table:table-cell office:value-type="string"><text:p>second</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document>`;

describe('convert of documents', () => {
	it('writes every kind of document and reads it back', async () => {
		const formats = 'doc docm dot dotx fodt html ott rtf'.split(' ');
		const made = await through(await write('a.txt', 'The mill\nGrüße\n'), formats, 'txt');

		for (const { format, content } of made)
			expect([format, String(content).replace(/^\ufeff/, '')]).toEqual([
				format,
				expect.stringMatching(/^The mill\nGrüße\n/),
			]);
	});

	it('writes every kind of spreadsheet and reads it back', async () => {
		const formats = 'dbf dif fods ots slk xls xlsm xlt xltx tsv'.split(' ');
		const csv = await write('a.csv', 'Name,Count\nAlice,3\nÖzil,4\n');
		const made = await through(csv, formats, 'csv');

		for (const { format, content } of made)
			expect([format, String(content)]).toEqual([
				format,
				expect.stringMatching(/^"?Name.*,"?Count.*\nAlice,3\nÖzil,4\n$/i),
			]);
	});

	it('writes every kind of presentation and reads it back', async () => {
		const formats = 'otp potx pps ppt pptm uop'.split(' ');
		const slides = await convert('odp', fixture('pdf/pages-3.pdf'), { pages: '2-3' });
		const made = await through(slides.paths[0] ?? '', formats, 'pdf');

		for (const { format, content } of made)
			expect([format, await textOf(await write('a.pdf', content))]).toEqual([
				format,
				expect.stringMatching(/Page 2[\s\S]*Page 3/),
			]);
	});

	it('writes every kind of drawing and reads it back', async () => {
		const drawing = await convert('odg', fixture('pdf/pages-3.pdf'), { pages: '2' });
		const made = await through(drawing.paths[0] ?? '', ['fodg', 'otg', 'emf', 'wmf'], 'pdf');

		for (const { format, content } of made)
			expect([format, await textOf(await write('a.pdf', content))]).toEqual([
				format,
				expect.stringContaining('Page 2'),
			]);
	});

	it.each([
		[
			'a.abw',
			'<?xml version="1.0"?><abiword xmlns="http://www.abisource.com/awml.dtd" fileformat="1.1"><section><p>The mill</p></section></abiword>',
		],
		[
			'a.dxf',
			'0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n0\n10\n0.0\n20\n0.0\n11\n100.0\n21\n50.0\n0\nTEXT\n8\n0\n10\n10.0\n20\n10.0\n30\n0.0\n40\n5.0\n1\nThe mill\n0\nENDSEC\n0\nEOF\n',
		],
		[
			'a.gnumeric',
			gzipSync(
				'<?xml version="1.0" encoding="UTF-8"?><gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd"><gnm:SheetNameIndex><gnm:SheetName>One</gnm:SheetName></gnm:SheetNameIndex><gnm:Sheets><gnm:Sheet><gnm:Name>One</gnm:Name><gnm:Cells><gnm:Cell Row="0" Col="0" ValueType="60">The mill</gnm:Cell></gnm:Cells></gnm:Sheet></gnm:Sheets></gnm:Workbook>',
			),
		],
		[
			'a.vdx',
			'<?xml version="1.0"?><VisioDocument xmlns="http://schemas.microsoft.com/visio/2003/core"><Pages><Page ID="0"><PageSheet><PageProps><PageWidth>8</PageWidth><PageHeight>5</PageHeight></PageProps></PageSheet><Shapes><Shape ID="1" Type="Shape"><XForm><PinX>4</PinX><PinY>2</PinY><Width>2</Width><Height>1</Height><LocPinX>1</LocPinX><LocPinY>0.5</LocPinY></XForm><Text>The mill</Text></Shape></Shapes></Page></Pages></VisioDocument>',
		],
		[
			'a.wk1',
			Buffer.from(
				'0000020006040600080000000000010001002f0001000102000100ff0f000f00ff00' +
					'00000027546865206d696c6c000e000d00ff01000000000000000040454001000000',
				'hex',
			),
		],
		['a.602', '@CT 0\n@LM 1\n@RM 60\nThe mill\n'],
	])('reads %s', async (name, content) => {
		const { paths, task } = await convert('pdf', await write(name, content));

		expect(task.message).toBeNull();
		expect(await textOf(paths[0])).toContain('The mill');
	});

	it('draws slides as vectors and in pixels at a density', async () => {
		const file = fixture('office/slides.pptx');
		const [svg, png] = await Promise.all([
			convert('svg', file, { pages: '1' }),
			convert('png', file, { pages: '1', pixel_density: 30 }),
		]);

		expect(await readFile(svg.paths[0] ?? '', 'utf8')).toMatch(/^<\?xml[^>]*>\s*<svg/);
		expect(await pictureOf(png.paths[0])).toMatch(/^PNG (300x|400x)/);
	});
});

describe('convert of spreadsheets to rows', () => {
	it.each([
		['csv', {}, '"Name; ""x"", y",1.5\n'],
		['csv', { delimiter: 'semicolon' }, '"Name; ""x"", y";1.5\n'],
		['csv', { delimiter: 'pipe' }, '"Name; ""x"", y"|1.5\n'],
		['tsv', {}, '"Name; ""x"", y"\t1.5\n'],
	])('writes every sheet as %s with %j', async (format, params, first) => {
		const { names, paths, result } = await convert(
			format,
			await write('book.fods', sheets),
			params,
		);

		expect(names).toEqual([`book-Größen.${format}`, `book-Zwei & drei.${format}`]);
		expect(await readFile(paths[0] ?? '', 'utf8')).toBe(first);
		expect(await readFile(paths[1] ?? '', 'utf8')).toBe('second\n');
		expect(result).not.toHaveProperty('warnings');
	});

	it('says that other formats hold only the first sheet', async () => {
		const { result } = await convert('dif', await write('book.fods', sheets));

		expect(result.warnings).toEqual([
			'File "book.fods" has 2 sheets; a dif file holds only the first of them.',
		]);
	});

	it.each([
		['semicolons', 'Name;Größe\n"Meier; Otto";1,5\n'],
		['tabs', 'Name\tGröße\nMeier; Otto\t1,5\n'],
		['bars', 'Name|Größe\nMeier; Otto|1,5\n'],
		['a line that says so', 'sep=;\nName;Größe\n"Meier; Otto";1,5\n'],
		['UTF-16', Buffer.from('\ufeffName;Größe\n"Meier; Otto";1,5\n', 'utf16le')],
		[
			'UTF-16, big end first',
			Buffer.from('\ufeffName;Größe\n"Meier; Otto";1,5\n', 'utf16le').swap16(),
		],
		['Windows-1252', Buffer.from('Name;Gr\xf6\xdfe\n"Meier; Otto";1,5\n', 'latin1')],
	])('reads a CSV with %s', async (_what, content) => {
		const { paths } = await convert('tsv', await write('a.csv', content));

		expect(await readFile(paths[0] ?? '', 'utf8')).toBe('Name\tGröße\nMeier; Otto\t1,5\n');
	});

	it('reads a CSV by the delimiter it is told', async () => {
		const file = await write('a.csv', 'a,b;c\n');
		const { paths } = await convert('tsv', file, { delimiter: 'semicolon' });

		expect(await readFile(paths[0] ?? '', 'utf8')).toBe('a,b\tc\n');
	});

	it('says that a delimiter has no effect elsewhere', async () => {
		const { result } = await convert('pdf', fixture('office/report.docx'), { delimiter: 'tab' });

		expect(result.warnings).toContain('Parameter "delimiter" has no effect when docx becomes pdf.');
	});
});

describe('convert of PDFs to documents', () => {
	it.each([
		['docx', 'word/document.xml'],
		['odt', 'content.xml'],
		['pptx', 'ppt/slides/slide2.xml'],
		['odp', 'content.xml'],
	])('makes %s that keeps text and says how', async (format, part) => {
		const { paths, result } = await convert(format, fixture('pdf/pages-3.pdf'), { pages: '1,3' });

		const { stdout } = await execa('/usr/bin/unzip', ['-p', paths[0] ?? '', part]);
		const text = stdout.replaceAll(/<[^>]+>/g, '');
		expect(text).toContain('Page 3');
		expect(text).not.toContain('Page 2');
		expect(result.warnings).toEqual([expect.stringContaining('in frames, line by line')]);
	});

	it('keeps the pages of a PDF apart', async () => {
		const docx = await convert('docx', fixture('pdf/pages-3.pdf'));
		const { paths, result } = await convert('pdf', docx.paths[0] ?? '');

		expect(result).toMatchObject({ pages: 3 });
		expect((await textOf(paths[0])).split('\f').map((page) => page.match(/Page \d/)?.[0])).toEqual([
			...['Page 1', 'Page 2', 'Page 3', undefined],
		]);
	});

	it('makes RTF of a PDF', async () => {
		const { paths } = await convert('rtf', fixture('pdf/pages-3.pdf'));

		expect(await readFile(paths[0] ?? '', 'latin1')).toMatch(/^\{\\rtf1[\s\S]*Page 2/);
	});

	it('opens a protected PDF by its password', async () => {
		const file = fixture('pdf/encrypted.pdf');
		const [without] = await Promise.all([convert('docx', file)]);

		expect(without.task).toMatchObject({ status: 'error', code: 'PASSWORD_REQUIRED' });
	});
});

describe('convert of documents that are not right', () => {
	it.each([
		['garbage.wpd', Buffer.from([...Array(3000).keys()].map((one) => (one * 7919) % 251))],
		['garbage.dbf', Buffer.from([...Array(3000).keys()].map((one) => (one * 7919) % 251))],
		['text.abw', 'no document at all'],
		['empty.dif', ''],
		['cut.emf', Buffer.from('0100000088000000', 'hex')],
	])('refuses %s', async (name, content) => {
		const { task } = await convert('pdf', await write(name, content));

		expect(task).toMatchObject({
			status: 'error',
			code: expect.stringMatching(/^(INVALID_FILE|EMPTY_FILE|FORMAT_MISMATCH)$/),
		});
	});

	it.each(['hostile/fuzzed.xlsx', 'hostile/external-entity.docx'])('refuses %s', async (name) => {
		const { task } = await convert('pdf', fixture(name));

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
	});
});
