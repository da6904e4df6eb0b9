import type { Work } from '../engines/describe-work.ts';
import type { Diagnosis } from './diagnose.ts';

/** A diagnosis as a person reads it in a terminal. */
export function printDiagnosis(diagnosis: Diagnosis): string {
	const { sandbox, engines, missing, conversions, operations, ocr, fonts, essential_missing } =
		diagnosis;
	return [
		title('This machine'),
		field('Node.js', diagnosis.node),
		field(
			'Sandbox',
			sandbox.works
				? 'bubblewrap works: programs have no network and see the files of their task alone'
				: `there is none, because ${sandbox.reason}; "command" and "capture-website" are off unless FILEMILL_ALLOW_UNSANDBOXED is set`,
		),
		field(
			'Conversions',
			`${conversions.pairs} pairs of formats, from ${conversions.reads} to ${conversions.makes}`,
		),
		field(
			'OCR',
			ocr.languages.length > 0
				? `${ocr.languages.join(', ')}${ocr.turns_pages ? '; pages that lie on their side are turned' : ''}`
				: 'no languages; the packages tesseract-ocr-<language> bring them',
		),
		field('Fonts', `${fonts.families} families`),
		...fonts.missing.map((font) =>
			field('', `${font.family} is missing: the package ${font.package} brings ${font.enables}`),
		),
		title('Engines that are there'),
		...engines.map(({ name, version }) => field(name, version)),
		...(missing.length > 0 ? [title('Engines that are missing')] : []),
		...missing.flatMap((engine) => [
			field(engine.name, `${engine.package} would bring it, for:`),
			...engine.enables.map((work) => `${indent}${wrapped(sentence(work))}`),
		]),
		title('What it does'),
		...operations.map((work) => field(work.operation, sentence(work, work.engine))),
		...(essential_missing.length > 0
			? [`\nFilemill is not worth starting without ${essential_missing.join(' and ')}.`]
			: []),
	].join('\n');
}

const label = 21;
const indent = ' '.repeat(label);
const columns = 100;

function title(text: string): string {
	return `\n${text}`;
}

function field(name: string, text: string): string {
	return `  ${name.padEnd(label - 2)}${wrapped(text)}`;
}

/** `docx odt → pdf html`, or the operation alone where formats do not matter. */
function sentence({ operation, reads, makes }: Work, engine = operation): string {
	const same = reads.length > 0 && reads.join() === makes.join();
	const formats = same
		? reads.join(' ')
		: [reads.join(' '), makes.length > 0 ? `→ ${makes.join(' ')}` : ''].join(' ').trim();
	return formats === '' ? engine : `${engine}: ${formats}`;
}

/** Lines of at most so many columns, all but the first indented. */
function wrapped(text: string): string {
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = lines.at(-1) ?? '';
		if (line !== '' && label + line.length + word.length >= columns) lines.push(word);
		else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
	}
	return lines.join(`\n${indent}`);
}
