import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const mono = '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf';
const serif = '/usr/share/fonts/truetype/liberation/LiberationSerif-Italic.ttf';
const type1 = '/usr/share/fonts/X11/Type1/C059-Roman.pfb';
const folder = mkdtempSync(path.join(tmpdir(), 'filemill-fonts-'));
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

async function convert(file: string, output_format: string) {
	const done = await operate(client, 'convert', { output_format }, [file]);
	return { ...done, file: done.paths[0] ?? '', code: done.task.code };
}

/** What Fontconfig says of a font: its name, its outlines, its characters, and the features by which it kerns and joins. */
async function scan(file: string) {
	const pattern = '%{fullname[0]}|%{fontformat}|%{charset}|%{capability}';
	const { stdout } = await execa('fc-scan', ['-f', pattern, file]);
	const [name, outlines, characters, features] = stdout.split('|');
	return { name, outlines, characters, features };
}

describe('convert, of fonts', () => {
	it.each(['woff', 'woff2'])('packs TrueType as %s and unpacks it as it was', async (format) => {
		const packed = await convert(serif, format);
		const unpacked = await convert(packed.file, 'ttf');

		expect(await scan(packed.file)).toEqual(await scan(serif));
		expect(readFileSync(packed.file).length).toBeLessThan(readFileSync(serif).length);
		expect(await scan(unpacked.file)).toEqual(await scan(serif));
		expect(tables(unpacked.file)).toEqual(tables(serif).filter((tag) => tag !== 'DSIG'));
	});

	it('gives back every byte after WOFF', async () => {
		const { file } = await convert((await convert(mono, 'woff')).file, 'ttf');

		expect(readFileSync(file).equals(readFileSync(mono))).toBe(true);
	});

	it('draws outlines anew with names, characters and kerning', async () => {
		const otf = await convert(serif, 'otf');
		const ttf = await convert(otf.file, 'ttf');

		const was = await scan(serif);
		expect(await scan(otf.file)).toEqual({ ...was, outlines: 'CFF' });
		expect(await scan(ttf.file)).toEqual(was);
		expect(otf.result).toMatchObject({
			glyphs: 678,
			warnings: ['The hinting of "LiberationSerif-Italic.ttf" cannot be carried over to otf.'],
		});
		expect(tables(otf.file)).toEqual(expect.arrayContaining(['GPOS', 'GSUB', 'kern']));
	});

	it.each([
		['otf', 'CFF'],
		['ttf', 'TrueType'],
		['woff2', 'CFF'],
	])('makes a Type 1 font into %s', async (format, outlines) => {
		const { file } = await convert(type1, format);

		expect(await scan(file)).toMatchObject({ name: 'C059 Roman', outlines });
	});

	it('takes a collection apart', async () => {
		const collection = path.join(folder, 'two.ttc');
		writeFileSync(collection, collect([mono, serif]));

		const { names, paths } = await convert(collection, 'ttf');

		expect(names).toEqual(['two-1.ttf', 'two-2.ttf']);
		expect(await Promise.all(paths.map(scan))).toEqual(await Promise.all([mono, serif].map(scan)));
	});

	it.each([
		['ttf', 'INVALID_FILE', (font: Buffer) => font.subarray(0, 50_000)],
		['woff', 'FORMAT_MISMATCH', (font: Buffer) => font],
		['otf', 'INVALID_FILE', () => Buffer.concat([Buffer.from('OTTO'), Buffer.alloc(2000, 1)])],
		['pfb', 'INVALID_FILE', () => Buffer.from([0x80, 1, 9, 0, 0, 0, 1, 2, 3, 4])],
		['ttc', 'INVALID_FILE', () => Buffer.from(`ttcf\0\x01\0\0${'\xff'.repeat(100)}`, 'latin1')],
	])('refuses a damaged %s', async (format, code, damage) => {
		const file = path.join(folder, `bad.${format}`);
		writeFileSync(file, damage(readFileSync(mono)));

		expect((await convert(file, format === 'ttf' ? 'woff' : 'ttf')).code).toBe(code);
	});
});

/** The tags of a font's tables. */
function tables(file: string): string[] {
	const font = readFileSync(file);
	return Array.from({ length: font.readUInt16BE(4) }, (_, index) =>
		font.toString('latin1', 12 + 16 * index, 16 + 16 * index),
	);
}

/** Fonts in one file ("Font Collections" of OpenType): each with its directory, whose places count from the beginning of the file. */
function collect(files: readonly string[]): Buffer {
	const head = Buffer.alloc(12 + 4 * files.length);
	head.write('ttcf\0\x01\0\0', 'latin1');
	head.writeUInt32BE(files.length, 8);
	const parts = [head];
	let offset = head.length;
	for (const [index, file] of files.entries()) {
		const font = Buffer.from(readFileSync(file));
		head.writeUInt32BE(offset, 12 + 4 * index);
		for (let entry = 0; entry < font.readUInt16BE(4); entry++) {
			const at = 12 + 16 * entry + 8;
			font.writeUInt32BE(font.readUInt32BE(at) + offset, at);
		}
		parts.push(font, Buffer.alloc(-font.length & 3));
		offset += font.length + (-font.length & 3);
	}
	return Buffer.concat(parts);
}
