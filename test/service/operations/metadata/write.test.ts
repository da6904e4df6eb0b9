import { mkdtempSync } from 'node:fs';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';
import { video } from '../media.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-write-'));
const titled = fixture('pdf/titled-alpha.pdf');
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

const write = (metadata: object, ...files: string[]) =>
	operate(client, 'metadata/write', { metadata }, files);

const properties = {
	Title: 'Grüße ☃',
	Author: 'Ada Lovelace',
	Creator: 'Writer',
	Producer: 'Mill',
	Subject: 'Engines',
	Keywords: 'mill, grain',
};

describe('metadata/write', () => {
	it('puts each property of a PDF where PDF and XMP readers look for it', async () => {
		const { paths, names, result } = await write(properties, titled);

		expect(names).toEqual(['titled-alpha.pdf']);
		expect((await execa('pdfinfo', ['-enc', 'UTF-8', paths[0] ?? ''])).stdout).toMatch(
			/Title: +Grüße ☃\nSubject: +Engines\nKeywords: +mill, grain\nAuthor: +Ada Lovelace\nCreator: +Writer\nProducer: +Mill\n/,
		);
		const { stdout: xmp } = await execa('pdfinfo', ['-meta', paths[0] ?? '']);
		const said = (tag: string) =>
			[...xmp.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
				.flatMap(([, inner = '']) => inner.replaceAll(/<[^>]*>/g, ' ').split(/\s{2,}/))
				.filter((text) => text.trim() !== '')
				.map((text) => text.trim());
		expect(said('dc:title')).toEqual(['Grüße ☃']);
		expect(said('dc:creator')).toEqual(['Ada Lovelace']);
		expect(said('xmp:CreatorTool')).toEqual(['Writer']);
		expect(said('pdf:Producer')).toEqual(['Mill']);
		expect(said('dc:description')).toEqual(['Engines']);
		expect(said('pdf:Keywords')).toEqual(['mill, grain']);
		expect(said('dc:subject')).toEqual(['mill', 'grain']);
		expect(result).toMatchObject({ metadata: properties, pages: 2 });
	});

	it('leaves nothing of the old values in a PDF', async () => {
		const once = await write({ Title: 'Topsecret', 'XMP-dc:Rights': 'Confidential' }, titled);
		expect(await plainBytes(once.paths[0])).toMatch(/Topsecret.*Confidential/s);

		const twice = await write({ Title: 'Public', 'XMP-dc:Rights': '' }, once.paths[0] ?? '');

		const bytes = await plainBytes(twice.paths[0]);
		expect(bytes).toContain('Public');
		expect(bytes).not.toMatch(/Topsecret|Confidential|Alpha/);
		expect(await utf16(twice.paths[0], 'Topsecret')).toBe(false);
		expect(twice.result.metadata).toEqual({ Title: 'Public', 'XMP-dc:Rights': null });
		expect(await textOf(twice.paths[0])).toBe(await textOf(titled));
	});

	it('keeps the restrictions of a PDF that opens without a password', async () => {
		const restricted = path.join(folder, 'restricted.pdf');
		await execa('qpdf', [
			titled,
			'--encrypt',
			'',
			'owner',
			'256',
			'--print=none',
			'--',
			restricted,
		]);

		const { paths } = await write({ Title: 'Free' }, restricted);

		const protection = async (file = '') =>
			(await execa('qpdf', ['--show-encryption', file])).stdout.split('\n').slice(0, 12);
		expect(await protection(paths[0])).toEqual(await protection(restricted));
		expect((await execa('pdfinfo', [paths[0] ?? ''])).stdout).toMatch(/Title: +Free/);
	});

	it.each([
		['jpg', ['IPTC:ObjectName', 'XMP-dc:Title'], ['IPTC:By-line', 'IFD0:Artist', 'XMP-dc:Creator']],
		[
			'tiff',
			['IPTC:ObjectName', 'XMP-dc:Title'],
			['IPTC:By-line', 'IFD0:Artist', 'XMP-dc:Creator'],
		],
		['png', ['PNG:Title', 'XMP-dc:Title'], ['PNG:Author', 'XMP-dc:Creator']],
		['webp', ['XMP-dc:Title'], ['XMP-dc:Creator']],
		['gif', ['XMP-dc:Title'], ['XMP-dc:Creator']],
		['psd', ['IPTC:ObjectName', 'XMP-dc:Title'], ['IPTC:By-line', 'IFD0:Artist', 'XMP-dc:Creator']],
		['jp2', ['XMP-dc:Title'], ['XMP-dc:Creator']],
		['heic', ['XMP-dc:Title'], ['XMP-dc:Creator']],
		['avif', ['XMP-dc:Title'], ['XMP-dc:Creator']],
	])('writes a %s and leaves its pixels as they are', async (format, titles, authors) => {
		const file = await picture(format);

		const { paths, result } = await write(properties, file);

		const found = await tagsOf(paths[0]);
		for (const tag of titles) expect([tag, found[tag]]).toEqual([tag, 'Grüße ☃']);
		for (const tag of authors) expect([tag, found[tag]]).toEqual([tag, 'Ada Lovelace']);
		expect(found['XMP-dc:Subject']).toEqual(['mill', 'grain']);
		expect(found['XMP-xmp:CreatorTool']).toBe('Writer');
		expect(await pixelsOf(paths[0])).toBe(await pixelsOf(file));
		expect(result.metadata).toEqual(properties);
	});

	it('writes the title of a video where players show it', async () => {
		const file = path.join(folder, 'film.mp4');
		await writeFile(file, video(320, 240, 7));

		const { paths } = await write({ Title: 'Harvest', Author: 'Ada' }, file);

		expect(await tagsOf(paths[0])).toMatchObject({
			'ItemList:Title': 'Harvest',
			'ItemList:Artist': 'Ada',
			'XMP-dc:Title': 'Harvest',
			'Track1:ImageWidth': 320,
		});
	});

	it('keeps letters of other languages in IPTC that were there before', async () => {
		const file = await picture('jpg', 'latin');
		await execa('exiftool', ['-overwrite_original', '-IPTC:City=Köln', file]);
		expect(await tagsOf(file)).not.toHaveProperty('IPTC:CodedCharacterSet');

		const { paths } = await write({ Title: 'Żółw' }, file);

		expect(await tagsOf(paths[0])).toMatchObject({
			'IPTC:City': 'Köln',
			'IPTC:ObjectName': 'Żółw',
		});
	});

	it('takes any property of XMP and IPTC, numbers, lists, and keys in any case', async () => {
		const metadata = {
			'XMP-photoshop:City': 'Köln',
			'XMP-dc:Title-de': 'Titel',
			'IPTC:Sub-location': 'Dom',
			Rating: 4,
			title: 'lower',
			Keywords: ['one, with comma', 'two'],
			'XMP-xmp:CreateDate': '2026:01:31 12:00:00+01:00',
		};

		const { paths, result } = await write(metadata, await picture('jpg', 'any'));

		expect(await tagsOf(paths[0])).toMatchObject({
			'XMP-photoshop:City': 'Köln',
			'XMP-dc:Title-de': 'Titel',
			'XMP-dc:Title': 'lower',
			'IPTC:Sub-location': 'Dom',
			'XMP-xmp:Rating': 4,
			'IPTC:Keywords': ['one, with comma', 'two'],
			'XMP-xmp:CreateDate': '2026:01:31 12:00:00+01:00',
		});
		expect(result.metadata).toMatchObject({ Rating: 4, 'XMP-photoshop:City': 'Köln' });
	});

	// CVE-2026-40281: a line break in a value was one more option of ExifTool.
	it.each([
		'a\n-if\nsystem("touch CANARY")',
		'a\n-execute\n-o\nCANARY',
		'a\r\n-@\n/etc/passwd',
		'<=/etc/passwd',
		'</etc/passwd',
		'-if',
		// biome-ignore lint/suspicious/noTemplateCurlyInString: ExifTool would evaluate it
		'${filename;system("touch CANARY")}',
		'$(touch CANARY) `touch CANARY` ; touch CANARY |',
	])('writes the value %j as it is', async (attack) => {
		const canary = path.join(folder, 'canary');
		const value = attack.replaceAll('CANARY', canary);

		const { paths } = await write({ 'XMP-dc:Rights': value }, await picture('jpg', 'value'));

		const { stdout } = await execa('exiftool', ['-b', '-XMP-dc:Rights', paths[0] ?? ''], {
			stripFinalNewline: false,
		});
		expect(stdout).toBe(value);
		expect(await readdir(folder)).not.toContain('canary');
	});

	it('keeps everything in the place of a NUL, which no format can hold', async () => {
		const { task } = await write({ Title: 'a\0-if' }, await picture('jpg', 'nul'));

		expect(task.status === 'finished' || task.code === 'INVALID_OPTION').toBe(true);
	});

	// CVE-2026-42589, GHSA-qmwh-9m9c-h36m and CVE-2026-42590: keys that are options, expressions or pseudo tags.
	it.each([
		...[
			'a\n-if',
			'a\r',
			'a\0',
			'-o',
			'-@',
			'a<',
			'ImageDescription<=/etc/passwd',
			'Title#',
			'Title=',
		],
		...[
			'Title=x\n-FileName',
			'',
			' ',
			'a b',
			'*',
			'XMP:*',
			'Title,Author',
			// biome-ignore lint/suspicious/noTemplateCurlyInString: ExifTool would evaluate it
			'${x}',
			'XMP-dc:',
			':Title',
		],
		...['FileName', 'filename', 'FILENAME', 'Directory', 'HardLink', 'SymLink', 'FilePermissions'],
		...[
			'TestName',
			'FileModifyDate',
			'FileCreateDate',
			'FileUserID',
			'Geotag',
			'Geosync',
			'Geotime',
		],
		...['System:FileName', 'system:Directory', 'File:FileName', 'XMP:FileName', 'XMP-dc:HardLink'],
		...[
			'XMP:Geotag',
			'IPTC:SymLink',
			'PDF:Directory',
			'EXIF:Artist',
			'MakerNotes:All',
			'All',
			'XMP:All',
		],
		...[
			'ExifTool:Title',
			'Composite:GPSPosition',
			'XMP',
			'XMP:XMP',
			'XMP-dc:XMP-dc:Title',
			'__proto__x',
		],
	])('refuses the key %j', async (key) => {
		const body = JSON.stringify({
			tasks: {
				file: { operation: 'import/raw', file: 'x', filename: 'x.pdf' },
				write: { operation: 'metadata/write', input: 'file', metadata: { [key]: 'x' } },
			},
		});

		const answer = await client.request('POST', '/v2/jobs', { body });

		expect(answer.status).toBe(422);
		expect(answer.text).toContain(JSON.stringify(`metadata.${key}`).slice(1, -1).slice(0, 20));
	});

	it.each([
		['Nonsense', 'x', '"Nonsense" is no property that can be written to pdf'],
		['XMP-nonsense:Title', 'x', 'is no property that can be written to pdf'],
		['PDF:Trapped', 'x', 'is no property that can be written to pdf'],
		['XMP:CreateDate', 'yesterday', '"XMP:CreateDate" wants another value'],
		['Rating', 'high', '"Rating" wants another value'],
	])('says what is wrong with %s: %s', async (key, value, reason) => {
		const { task } = await write({ [key]: value }, titled);

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_OPTION' });
		expect(task.message).toContain(`metadata.${key}`);
		expect(task.message).toContain(reason);
	});

	it.each([
		[{}],
		[{ Title: null }],
		[{ Title: { x: 1 } }],
		[{ Title: [['x']] }],
		['Title=x'],
		[['Title']],
	])('refuses %j as metadata', async (metadata) => {
		const tasks = {
			file: { operation: 'import/raw', file: 'x', filename: 'x.pdf' },
			write: { operation: 'metadata/write', input: 'file', metadata },
		};

		const answer = await client.request('POST', '/v2/jobs', { body: { tasks } });

		expect(answer.status).toBe(422);
		expect(answer.text).toMatch(/metadata[^"]*\\" must (not )?be /);
	});

	it('writes several files, under the names asked for', async () => {
		const params = { metadata: { Title: 'Both' }, filename: 'copy-%d.pdf' };
		const files = [titled, fixture('pdf/pages-3.pdf')];

		const { names, result } = await operate(client, 'metadata/write', params, files);

		expect(names).toEqual(['copy-1.pdf', 'copy-2.pdf']);
		expect(result).toMatchObject({ pages: 5, metadata: { Title: 'Both' } });
	});

	it.each(['-if.pdf', '@x.pdf', 'touch canary|.pdf', "a'b$(x).pdf"])(
		'takes a file named %s for a file',
		async (name) => {
			const file = path.join(folder, name);
			await copyFile(titled, file);

			const { names, paths } = await write({ Title: 'Named' }, file);

			expect(names).toEqual([name.replace('|', '_')]);
			expect((await execa('pdfinfo', [path.resolve(paths[0] ?? '')])).stdout).toMatch(
				/Title: +Named/,
			);
		},
	);

	it('says which formats can be written', async () => {
		const { task } = await write({ Title: 'x' }, fixture('office/report.docx'));

		expect(task).toMatchObject({ status: 'error', code: 'UNSUPPORTED' });
		expect(task.message).toMatch(/is docx, into which no metadata can be written.*pdf, jpg/);
	});

	it.each([
		['FORMAT_MISMATCH', async () => copy(await picture('png'), 'fake.pdf')],
		['INVALID_FILE', () => cut(titled, 0.3, 'cut.pdf')],
		['INVALID_FILE', async () => cut(await picture('jpg', 'big'), 0.4, 'cut.jpg')],
		['INVALID_FILE', async () => cut(await picture('png', 'big'), 0.4, 'cut.png')],
		['PASSWORD_REQUIRED', () => locked(titled)],
		['INVALID_FILE', () => empty()],
	])('answers %s for a file that cannot be written', async (code, make) => {
		const { task } = await write({ Title: 'x' }, await make());

		expect(task).toMatchObject({ status: 'error', code });
		expect(task.message).not.toMatch(/\/tmp|\/input|qpdf:|ExifTool/);
	});
});

async function picture(format: string, name = 'picture'): Promise<string> {
	const file = path.join(folder, `${name}.${format}`);
	await execa('convert-im6.q16', ['-size', '64x48', 'gradient:red-blue', file]);
	return file;
}

/** All tags with their groups, as ExifTool's own program reads them. */
async function tagsOf(file = ''): Promise<Record<string, unknown>> {
	const { stdout } = await execa('exiftool', ['-json', '-G1', '-a', file]);
	return JSON.parse(stdout)[0];
}

/** A digest of the pixels alone. */
async function pixelsOf(file = ''): Promise<string> {
	return (await execa('identify-im6.q16', ['-format', '%#', `${file}[0]`])).stdout;
}

async function textOf(file = ''): Promise<string> {
	return (await execa('pdftotext', [file, '-'])).stdout;
}

/** All of a PDF, with its streams decoded. */
async function plainBytes(file = ''): Promise<string> {
	const target = path.join(folder, 'plain.pdf');
	await execa('qpdf', ['--qdf', '--object-streams=disable', file, target]);
	return `${await readFile(target, 'latin1')}\n${await readFile(file, 'latin1')}`;
}

async function utf16(file = '', text = ''): Promise<boolean> {
	return (await readFile(file)).includes(Buffer.from(text, 'utf16le').swap16());
}

async function copy(file: string, name: string): Promise<string> {
	const target = path.join(folder, name);
	await copyFile(file, target);
	return target;
}

async function cut(file: string, part: number, name: string): Promise<string> {
	const content = await readFile(file);
	const target = path.join(folder, name);
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
