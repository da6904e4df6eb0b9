import { mkdtempSync } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { song, video } from './media.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-metadata-'));
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

const read = (...files: string[]) => operate(client, 'metadata', {}, files);

describe('metadata', () => {
	it('tells the pages of a PDF, and nothing of the copy that was read', async () => {
		const { task, result } = await read(fixture('pdf/pages-12.pdf'));

		expect(task).toMatchObject({ status: 'finished', engine: 'exiftool', credits: 0 });
		expect(result.metadata).toMatchObject({
			FileName: 'pages-12.pdf',
			FileSize: expect.any(String),
			FileType: 'PDF',
			MIMEType: 'application/pdf',
			PageCount: 12,
			PageSize: expect.stringMatching(/^[\d.]+ x [\d.]+ pts/),
		});
		expect(JSON.stringify(result.metadata)).not.toMatch(
			/Directory|FileModifyDate|FileAccessDate|FileInodeChangeDate|FilePermissions|SourceFile|\/input|\/tmp/,
		);
	});

	it.each([
		['office/report.docx', { FileType: 'DOCX', Pages: 1, Words: 49 }],
		['office/slides.pptx', { FileType: 'PPTX', Slides: 1, Title: 'PowerPoint Presentation' }],
		['office/sheets.xlsx', { FileType: 'XLSX', Application: 'Microsoft Excel' }],
	])('reads %s', async (name, metadata) => {
		expect((await read(fixture(name))).result.metadata).toMatchObject(metadata);
	});

	it.each(['jpg', 'png', 'tiff', 'gif', 'webp'])('tells the size of a %s', async (format) => {
		const file = path.join(folder, `picture.${format}`);
		await execa('convert-im6.q16', ['-size', '64x48', 'gradient:', file]);

		expect((await read(file)).result.metadata).toMatchObject({ ImageWidth: 64, ImageHeight: 48 });
	});

	it('tells the title of a song, and the size and duration of a video', async () => {
		const [mp3, mp4] = [path.join(folder, 'song.mp3'), path.join(folder, 'film.mp4')];
		await writeFile(mp3, song('Föhn', 'Ada'));
		await writeFile(mp4, video(320, 240, 7));

		const { result } = await read(mp3, mp4);

		expect(result.metadata_by_file).toMatchObject([
			{ filename: 'song.mp3', metadata: { FileType: 'MP3', Title: 'Föhn', Artist: 'Ada' } },
			{
				filename: 'film.mp4',
				metadata: { FileType: 'MP4', ImageWidth: 320, ImageHeight: 240, Duration: '7.00 s' },
			},
		]);
	});

	it('tells binary values and lists as texts or not at all', async () => {
		const [thumbnail, file] = [path.join(folder, 'thumb.jpg'), path.join(folder, 'listed.jpg')];
		await execa('convert-im6.q16', ['-size', '60x40', 'xc:red', thumbnail]);
		await copyFile(thumbnail, file);
		const keywords = ['-IPTC:Keywords=one', '-IPTC:Keywords=two'];
		await execa('exiftool', [...keywords, `-ThumbnailImage<=${thumbnail}`, file]);

		const { result } = await read(file);

		const values = Object.values(Object(result.metadata));
		expect(values.filter((value) => !['string', 'number'].includes(typeof value))).toEqual([]);
		expect(result.metadata).toMatchObject({
			Keywords: 'one, two',
			ThumbnailLength: expect.any(Number),
		});
		expect(result.metadata).not.toHaveProperty('ThumbnailImage');
	});

	it('keeps texts that look like numbers as they are written', async () => {
		const file = path.join(folder, 'numbers.jpg');
		await execa('convert-im6.q16', ['-size', '60x40', 'xc:red', file]);
		await execa('exiftool', ['-XMP-dc:Title=007', '-XMP-dc:Rights=1.50', '-XMP:Rating=3', file]);

		expect((await read(file)).result.metadata).toMatchObject({
			Title: '007',
			Rights: '1.50',
			Rating: 3,
		});
	});

	it('takes the title and creator of a PDF where PDF readers show them', async () => {
		const file = path.join(folder, 'both.pdf');
		await copyFile(fixture('pdf/pages-3.pdf'), file);
		const tags = ['-PDF:Creator=Program', '-XMP-dc:Creator=Person', '-PDF:Subject=Sense'];
		await execa('exiftool', [...tags, '-XMP-dc:Subject=keyword', file]);

		expect((await read(file)).result.metadata).toMatchObject({
			Creator: 'Program',
			Subject: 'Sense',
		});
	});

	// CVE-2021-22204: an annotation of a DjVu file was evaluated as Perl.
	it('runs nothing that stands in a DjVu file', async () => {
		const canary = path.join(folder, 'canary');
		const annotation = `(metadata (Author "\\\n" . system('touch ${canary}') . "a"))`;
		const file = path.join(folder, 'attack.djvu');
		await writeFile(file, djvu(annotation));

		const { result } = await read(file);

		expect(result.metadata).toMatchObject({
			FileType: 'DJVU',
			Author: expect.stringContaining('system'),
		});
		await expect(readFile(canary)).rejects.toThrow('ENOENT');
	});

	// CVE-2022-23935: a name that ends in a pipe was opened as a command.
	it.each(['touch canary|', '-if system.pdf', '@args.txt'])(
		'reads a file named %s',
		async (name) => {
			const file = path.join(folder, name);
			await copyFile(fixture('pdf/pages-3.pdf'), file);

			const { task } = await read(file);

			expect(task.status).toBe('finished');
			expect(task.result?.metadata).toMatchObject({ FileType: 'PDF', PageCount: 3 });
		},
	);

	it('does not run a configuration of ExifTool that comes as a file', async () => {
		const canary = path.join(folder, 'configured');
		const file = path.join(folder, '.ExifTool_config');
		await writeFile(file, `system("touch ${canary}");\n1;\n`);

		await read(file, fixture('pdf/pages-3.pdf'));

		await expect(readFile(canary)).rejects.toThrow('ENOENT');
	});

	it.each([
		['INVALID_FILE', async () => cut(fixture('pdf/pages-3.pdf'), 0.4)],
		['PASSWORD_REQUIRED', async () => locked(fixture('pdf/pages-3.pdf'))],
		['EMPTY_FILE', async () => cut(fixture('pdf/pages-3.pdf'), 0)],
	])('answers %s for a PDF that does not open', async (code, make) => {
		const { task } = await read(await make());

		expect(task).toMatchObject({ status: 'error', code });
		expect(task.message).not.toMatch(/\/tmp|\/input|qpdf:/);
	});

	it('says that a damaged picture may have lost some of it', async () => {
		const file = path.join(folder, 'whole.jpg');
		await execa('convert-im6.q16', ['-size', '64x48', 'gradient:', file]);

		const { task } = await read(await cut(file, 0.3, 'cut.jpg'));

		expect(task.result?.metadata).toMatchObject({ FileType: 'JPEG' });
		expect(task.result?.warnings).toEqual([
			'File "cut.jpg" has parts that could not be read; metadata may be missing.',
		]);
	});
});

async function cut(file: string, part: number, name = 'cut.pdf'): Promise<string> {
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

/** A DjVu file of no pages with an annotation. */
function djvu(annotation: string): Buffer {
	const text = Buffer.from(annotation.length % 2 ? `${annotation} ` : annotation);
	const info = Buffer.from('INFO\0\0\0\x0a\0\x01\0\x01\x18\0\x2c\x01\x16\x01', 'latin1');
	const body = Buffer.concat([Buffer.from('DJVU'), info, chunk('ANTa', text)]);
	return Buffer.concat([Buffer.from('AT&T'), chunk('FORM', body)]);
}

function chunk(name: string, content: Buffer): Buffer {
	const size = Buffer.alloc(4);
	size.writeUInt32BE(content.length);
	return Buffer.concat([Buffer.from(name), size, content]);
}
