import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The share of the words of a PDF that another has too, in percent; undefined where it has none. */
export function wordsKept(before: string, after: string): number | undefined {
	const left = words(after);
	const wanted = words(before);
	if (wanted.length === 0) return undefined;
	const counts = new Map<string, number>();
	for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
	const kept = wanted.filter((word) => {
		const count = counts.get(word) ?? 0;
		counts.set(word, count - 1);
		return count > 0;
	});
	return Math.floor((kept.length / wanted.length) * 100);
}

/** How far the first pages of two PDFs are apart as they are seen, in percent: 100 is black and white. */
export function lookApart(before: string, after: string): number {
	const folder = mkdtempSync(path.join(tmpdir(), 'filemill-look-'));
	try {
		const [first = '', second = ''] = [before, after].map((file, index) => {
			const target = path.join(folder, `${index}`);
			execFileSync('pdftoppm', ['-r', '60', '-png', '-singlefile', file, target]);
			return `${target}.png`;
		});
		const { stderr } = spawnSync('compare-im6.q16', ['-metric', 'RMSE', first, second, 'null:']);
		return Number(/\(([\d.e-]+)\)/.exec(stderr.toString())?.[1]) * 100;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function words(file: string): string[] {
	return execFileSync('pdftotext', [file, '-']).toString().split(/\s+/).filter(Boolean);
}
