import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { fixture } from './fixtures.ts';

/** A file that no operation on PDFs can work on, or only with care. */
export interface BadPdf {
	readonly file: string;
	/** The code of its error; `survives` where a repair, or much patience, may make a right result of it. */
	readonly code: string | 'survives';
	/** Whether it is one of the few of its kind, for operations that take long. */
	readonly few: boolean;
}

/** Writes files that claim to be PDFs into a folder. */
export async function makeBadPdfs(folder: string): Promise<BadPdf[]> {
	const whole = await readFile(fixture('pdf/pages-12.pdf'));
	const write = async (name: string, content: string | Buffer, code: string) => {
		const file = path.join(folder, name);
		await writeFile(file, content);
		return { file, code, few: few.has(name) };
	};
	const copy = async (name: string, source: string, code: string) => {
		const file = path.join(folder, name);
		await copyFile(fixture(source), file);
		return { file, code, few: few.has(name) };
	};
	const locked = path.join(folder, 'locked.pdf');
	const key = ['--encrypt', 'user', 'owner', '256', '--'];
	await execa('/usr/bin/qpdf', [...key, fixture('pdf/pages-3.pdf'), locked]);

	return Promise.all([
		write('empty.pdf', '', 'EMPTY_FILE'),
		write('one-byte.pdf', '%', 'INVALID_FILE'),
		write('words.pdf', 'This is no PDF.', 'INVALID_FILE'),
		copy('document.pdf', 'office/report.docx', 'FORMAT_MISMATCH'),
		write('header.pdf', '%PDF-1.7\n', 'INVALID_FILE'),
		...[20, 60, 99].map((percent) =>
			write(
				`first-${percent}-percent.pdf`,
				whole.subarray(0, (whole.length * percent) / 100),
				'INVALID_FILE',
			),
		),
		write(
			'middle-missing.pdf',
			Buffer.concat([whole.subarray(0, 3e4), whole.subarray(4e4)]),
			'survives',
		),
		copy('no-pages.pdf', 'pdf/no-pages.pdf', 'INVALID_FILE'),
		...[1, 2, 3, 5, 7, 8, 14, 16].map((number) =>
			copy(`bad${number}.pdf`, `hostile/bad${number}.pdf`, 'survives'),
		),
		copy('enormous-page.pdf', 'hostile/enormous-page.pdf', 'survives'),
		write('endless-page.pdf', endlessPage, 'survives'),
		write('loops.pdf', loops, 'survives'),
		{ file: locked, code: 'PASSWORD_REQUIRED', few: true },
	]);
}

const few = new Set([
	'document.pdf',
	'first-60-percent.pdf',
	'no-pages.pdf',
	'endless-page.pdf',
	'loops.pdf',
]);

const text = '4 0 obj\n<< /Length 8 >>\nstream\n0 0 m  S\nendstream\nendobj\n';

/** A page of five kilometres a side, as large as the numbers of old readers go. */
const endlessPage = `%PDF-1.7
1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 14400000 14400000] /Contents 4 0 R >>\nendobj
${text}trailer\n<< /Root 1 0 R /Size 5 >>\n`;

/** Pages, bookmarks and names that lead back to themselves. */
const loops = `%PDF-1.7
1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R /Names << /Dests 8 0 R >> >>\nendobj
2 0 obj\n<< /Type /Pages /Count 2 /Kids [3 0 R 2 0 R] >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [9 0 R] >>\nendobj
${text}5 0 obj\n<< /Type /Outlines /First 6 0 R /Last 7 0 R /Count 2 >>\nendobj
6 0 obj\n<< /Title (One) /Parent 5 0 R /Next 7 0 R /First 6 0 R /Last 6 0 R /Dest [3 0 R /Fit] >>\nendobj
7 0 obj\n<< /Title (Two) /Parent 5 0 R /Next 6 0 R /Dest (name) >>\nendobj
8 0 obj\n<< /Kids [8 0 R] /Names [(name) 10 0 R] >>\nendobj
9 0 obj\n<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (name) >>\nendobj
10 0 obj\n10 0 R\nendobj
trailer\n<< /Root 1 0 R /Size 11 >>\n`;
