import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Real files to begin with, by format, as paths from the repository's root. */
export const samples: Readonly<Record<string, string>> = {
	docx: 'test/fixtures/office/report.docx',
	doc: 'test/fixtures/office/vector-image.doc',
	xlsx: 'test/fixtures/office/sheets.xlsx',
	csv: 'test/fixtures/office/sheet.csv',
	pptx: 'test/fixtures/office/slides.pptx',
	pdf: 'test/fixtures/pdf/pages-3.pdf',
	html: 'test/fixtures/html/report.html',
	jpg: 'test/fixtures/pictures/mill.jpg',
	svg: 'icons/file.svg',
};

/** Five seconds of a moving test picture and a tone, as no fixture holds them. */
export function makeMedia(folder: string): Readonly<Record<string, string>> {
	const mp4 = path.join(folder, 'test-picture.mp4');
	execFileSync('/usr/bin/ffmpeg', [
		...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=25:duration=5'],
		...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5'],
		...['-pix_fmt', 'yuv420p', '-metadata', 'title=Test picture', mp4],
	]);
	return { mp4 };
}
