import { readFile, writeFile } from 'node:fs/promises';
import { optimize } from 'svgo';
import type { OptimizeRequest } from './request.ts';

/** Writes an SVG shorter. It is only read as text: no script runs, no entity or file from outside is looked for. */
export async function packSvg({ input, output }: OptimizeRequest): Promise<readonly string[]> {
	const { data } = optimize(textOf(await readFile(input)), { multipass: true });
	// Before it there may be a style sheet's address, or a comment that asks to be kept.
	if (!/<([\w-]+:)?svg[\s>/]/.test(data)) throw new Error('It holds no <svg>.');
	await writeFile(output, data);
	return ['written shorter by SVGO', 'comments, metadata and what nobody sees removed'];
}

/** The text of an XML file, whose first bytes tell how it is written (XML 1.0, appendix F). */
function textOf(bytes: Buffer): string {
	const [, declared] =
		/^<\?xml[^>]*encoding=["']([\w-]+)/.exec(bytes.toString('latin1', 0, 200)) ?? [];
	const utf16 = { 65279: 'utf-16be', 65534: 'utf-16le' }[bytes.readUInt16BE(0)];
	return new TextDecoder(utf16 ?? declared ?? 'utf-8', { fatal: true }).decode(bytes);
}
