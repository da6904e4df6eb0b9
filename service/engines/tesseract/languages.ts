import { ocrLanguages } from '@filemill/operations';
import { execa } from 'execa';

/** The data by which Tesseract finds out how a page lies; no language. */
const orientation = 'osd';
const noLanguages = new Set([orientation, 'equ', 'snum']);

/** What Tesseract can read on this machine. */
export interface OcrLanguages {
	readonly codes: readonly string[];
	/** Whether it can tell how a page lies. */
	readonly canOrient: boolean;
}

/** The languages that are installed; none without Tesseract. */
export async function findLanguages(): Promise<OcrLanguages> {
	const listed = await execa('/usr/bin/tesseract', ['--list-langs'], { timeout: 10_000 }).catch(
		() => undefined,
	);
	// The first line says where they lie.
	const names = listed?.stdout.split('\n').slice(1) ?? [];
	return {
		codes: names.filter((name) => name !== '' && !noLanguages.has(name)),
		canOrient: names.includes(orientation),
	};
}

/** What is wrong with a choice of languages, as the rule for the parameter; undefined when all are installed. */
export function languageFault(
	{ codes }: OcrLanguages,
	wanted: readonly string[],
): string | undefined {
	const missing = wanted.filter((code) => !codes.includes(code));
	if (missing.length === 0) return undefined;
	const reasons = missing.map((code) =>
		Object.hasOwn(ocrLanguages, code)
			? `"${code}" comes with the Debian package tesseract-ocr-${code.replaceAll('_', '-')}`
			: `"${code}" is no language of Tesseract`,
	);
	return `must name languages that are installed (${codes.join(', ')}): ${reasons.join(', ')}`;
}
