import { execFileSync } from 'node:child_process';

const archives = new Set('zip 7z tar tar.gz tar.bz2 tar.xz tar.zst rar jar cbz'.split(' '));
const fonts = new Set('ttf otf woff woff2'.split(' '));
const documents = new Set('docx odt epub html'.split(' '));

/**
 * Reads a result by a program that did not make it, and says by which and what it found.
 * @throws Error where the file is not what it should be.
 */
export function check(format: string, engine: string, file: string): string {
	if (format === 'pdf') return `pdfinfo: ${found(/Pages:\s+(\d+)/, run('pdfinfo', file))} pages`;
	if (archives.has(format)) {
		// What Debian calls 7-Zip reads no RAR.
		const [name, ...list] = format === 'rar' ? ['bsdtar', '-tf'] : ['7zz', 'l', '-ba'];
		const lines = run(name, ...list, file)
			.trim()
			.split('\n');
		return `${name}: ${lines.length} ${lines.length === 1 ? 'entry' : 'entries'}`;
	}
	if (fonts.has(format)) return `fc-scan: ${run('fc-scan', '-f', '%{family}', file)}`;
	if (documents.has(format) && engine !== 'pandoc') {
		const text = run('pandoc', '--sandbox', '--from', format, '--to', 'plain', file);
		return `pandoc: ${text.split(/\s+/).filter(Boolean).length} words`;
	}
	const facts = attempt('exiftool', '-s3', '-FileType', '-ImageSize', '-Duration', file);
	if (facts) return `exiftool: ${facts.trim().replaceAll('\n', ' ')}`;
	const kind = run('file', '-b', '--mime-type', file).trim();
	if (kind === 'inode/x-empty') throw new Error('It is empty.');
	return `file: ${kind}`;
}

function run(program: string, ...args: readonly string[]): string {
	return execFileSync(`/usr/bin/${program}`, args, {
		encoding: 'utf8',
		timeout: 60_000,
		stdio: ['ignore', 'pipe', 'ignore'],
		maxBuffer: 64 * 1024 ** 2,
	});
}

/** Nothing where the program knows nothing of such files. */
function attempt(program: string, ...args: readonly string[]): string {
	try {
		return run(program, ...args);
	} catch {
		return '';
	}
}

function found(pattern: RegExp, text: string): string {
	const first = pattern.exec(text)?.[1];
	if (first === undefined) throw new Error('It cannot be read.');
	return first;
}
