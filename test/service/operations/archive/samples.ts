import { createHash } from 'node:crypto';
import {
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';

/** What is in the archives of the tests, by its path. */
export const contents: Readonly<Record<string, string>> = {
	'read me.txt': 'hello\n'.repeat(2000),
	'docs/Übersicht ä.csv': 'a;b\n1;2\n',
	'docs/2026/中文 😀.md': '你好\n',
	'docs/empty.txt': '',
};

/** Writes the contents as files with a time of their own, and a folder that holds none. */
export function writeSources(folder: string): void {
	for (const [name, content] of Object.entries(contents)) {
		const file = path.join(folder, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, content);
		utimesSync(file, modified, modified);
	}
	mkdirSync(path.join(folder, 'nothing'));
	symlinkSync('/etc/passwd', path.join(folder, 'link'));
}

/** Seconds since 1970; even, for ZIP counts in steps of two. */
export const modified = Date.UTC(2024, 1, 29, 12, 0, 0) / 1000;

const bsdtarFlags: Readonly<Record<string, readonly string[]>> = {
	tar: ['--format=pax'],
	'tar.gz': ['--format=pax', '--gzip'],
	'tar.bz2': ['--format=ustar', '--bzip2'],
	'tar.xz': ['--format=gnutar', '--xz'],
	'tar.zst': ['--format=pax', '--zstd'],
	cpio: ['--format=newc'],
	iso: ['--format=iso9660'],
	xar: ['--format=xar'],
};

/** Packs a folder as another program does; without its link, which 7-Zip would follow. */
export async function packFolder(folder: string, target: string, format: string): Promise<string> {
	const flags = bsdtarFlags[format];
	const names = ['docs', 'nothing', 'read me.txt'];
	if (flags) await execa('bsdtar', ['-cf', target, ...flags, ...names], { cwd: folder, env });
	else await execa('7zz', ['a', '-bso0', `-t${format}`, target, ...names], { cwd: folder, env });
	return target;
}

/** Archives of programs that are not in Debian or not free: `b.txt` and `sub/a.txt`, packed elsewhere. */
export const foreign: Readonly<Record<string, string>> = {
	cab: 'TVNDRgAAAAByAAAAAAAAACwAAAAAAAAAAwEBAAIAAAAAAAAAXAAAAAEAAAAGAAAAAAAAAAAAdV2uEyAAc3ViXGEudHh0AAgAAAAGAAAAAAB1Xa4TIABiLnR4dADAtuaBDgAOAGhlbGxvCkdyw7zDn2UK',
	lzh: 'H8stbGgwLQYAAAAGAAAAAFBqWyAACXN1YlxhLnR4dDRaaGVsbG8KG4wtbGgwLQgAAAAIAAAAAFBqWyAABWIudHh08ARHcsO8w59lCgA=',
	rpm: '7avu2wMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAjq3oAQAAAAAAAAAAAAAAAI6t6AEAAAAAAAAAAAAAAAAfiwgAHA4BawL/7c1BCsIwEEDRrHuLXkAnNaTZuhARXBUv0GDERUHQCt7Gi7jrxbRCoBaVuJX/VsMww5dSStEi2oWZlZ7RYSvvFdY/bgtxr+tdkO9MHE5nr5SSYVP3e6dr8+FXj5o2sVkPmtN60l5atQ9Nc8iGfSeu/LHvEvs2Dv7ZXh67W3cNWWwnSb0b83HYVPPVelHlea4AAAAAAAAAAAAAAAAAAH/lDoN5BmgAKAAA',
	arj: 'YOopACILAQIQAAK95gUBa+YFAWsAAAAAAAAAAAAAAAAAAAAAAABiLmFyagAAW/Rh3QAAYOo5AC4LAQIAAADmCAIBawYAAAAGAAAAIDA6NgQApBEAAAAAAAAIAgFrCAIBawAAAABzdWIvYS50eHQAALJkIMkAAGhlbGxvCmDqNQAuCwECEAAA5ggCAWsIAAAACAAAAEmULhUAAKQRAAAAAAAACAIBawgCAWsAAAAAYi50eHQAAO73YxgAAEdyw7zDn2UKYOoAAA==',
};

export const env = { LC_ALL: 'C.UTF-8' };

/** All files below a folder by their paths, as checksums. */
export function digestsOf(folder: string): Record<string, string> {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const files = names.filter((name) => statSync(path.join(folder, name)).isFile());
	return digests(
		Object.fromEntries(files.map((name) => [name, readFileSync(path.join(folder, name))])),
	);
}

/** Contents as checksums, in the order of their names. */
export function digests(files: Readonly<Record<string, string | Buffer>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(files)
			.map(([name, content]) => [name, createHash('sha1').update(content).digest('hex')])
			.sort(),
	);
}
