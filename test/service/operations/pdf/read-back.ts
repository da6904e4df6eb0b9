import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';

/** Runs a program that has nothing to do with the service, also when it fails. */
export async function program(name: string, ...args: string[]) {
	return execa(`/usr/bin/${name}`, args, { reject: false });
}

/** The text of a PDF. */
export async function text(file: string): Promise<string> {
	return (await program('pdftotext', file, '-')).stdout;
}

/** Words in no order: layout may move them. */
export function words(said: string): string[] {
	return said.split(/\s+/).filter(Boolean).sort();
}

/** Tags of a group as ExifTool reads them. */
export async function xmp(file: string, group: string): Promise<Record<string, unknown>> {
	const { stdout } = await program('exiftool', '-j', `-${group}:all`, file);
	const { SourceFile: _, ...tags } = JSON.parse(stdout)[0];
	return tags;
}

/** The objects of a PDF as JSON. */
export async function objects(file: string): Promise<string> {
	return (await program('qpdf', '--json', file)).stdout;
}

/** How often a name or string occurs in such JSON. */
export function count(json: string, word: string): number {
	return json.split(`"${word}"`).length - 1;
}

/** The kind of output intent. */
export async function intentOf(file: string): Promise<string | undefined> {
	return /"\/S": "(\/GTS_PDFA1)"/.exec(await objects(file))?.[1];
}

/** Checksums of the pictures as they are stored. */
export async function pictures(file: string): Promise<string[]> {
	const target = await mkdtemp(path.join(tmpdir(), 'filemill-pictures-'));
	await program('pdfimages', '-all', file, path.join(target, 'p'));
	const names = (await readdir(target)).sort();
	const contents = await Promise.all(names.map((name) => readFile(path.join(target, name))));
	return contents.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
}

/** Attached files by name. */
export async function attached(file: string): Promise<Record<string, string>> {
	const target = await mkdtemp(path.join(tmpdir(), 'filemill-attached-'));
	await program('pdfdetach', '-saveall', '-o', target, file);
	const names = await readdir(target);
	const contents = names.map((name) => readFile(path.join(target, name), 'utf8'));
	return Object.fromEntries((await Promise.all(contents)).map((one, at) => [names[at], one]));
}

/** How far the first pages are apart: 0 for the same, 1 for black and white. */
export async function difference(left: string, right: string): Promise<number> {
	const folder = await mkdtemp(path.join(tmpdir(), 'filemill-look-'));
	const rendered = [left, right].map((file, index) => ({
		file,
		to: path.join(folder, `d${index}`),
	}));
	for (const { file, to } of rendered)
		await program('pdftoppm', '-r', '40', '-png', '-singlefile', file, to);
	const [first = '', second = ''] = rendered.map(({ to }) => `${to}.png`);
	const { stderr } = await program('compare-im6.q16', '-metric', 'RMSE', first, second, 'null:');
	return Number(/\(([\d.e-]+)\)/.exec(stderr)?.[1]);
}
