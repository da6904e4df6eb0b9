import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Real files to begin with, by format, as paths from the repository's root; the font is that of a Debian package. */
export const samples: Readonly<Record<string, string>> = {
	md: 'README.md',
	docx: 'test/fixtures/office/report.docx',
	xlsx: 'test/fixtures/office/sheets.xlsx',
	csv: 'test/fixtures/office/sheet.csv',
	pptx: 'test/fixtures/office/slides.pptx',
	pdf: 'test/fixtures/pdf/pages-3.pdf',
	html: 'test/fixtures/html/report.html',
	jpg: 'test/fixtures/pictures/mill.jpg',
	svg: 'icons/file.svg',
	epub: 'test/fixtures/books/mill.epub',
	eml: 'test/fixtures/mail/report.eml',
	dng: 'test/fixtures/pictures/mill.dng',
	ttf: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
};

/** An archive with folders in it. */
export function makeArchive(root: string, folder: string): string {
	const zip = path.join(folder, 'documents.zip');
	execFileSync('/usr/bin/bsdtar', ['-a', '-cf', zip, '-C', root, 'README.md', 'docs']);
	return zip;
}

/** A moving test picture and a tone, as no fixture holds them: in MP4, and in formats that are only read. */
export function makeMedia(folder: string): Readonly<Record<string, string>> {
	const made = Object.entries(media).map(([format, args]) => {
		const file = path.join(folder, `test-picture.${format}`);
		execFileSync('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...args, '-strict', '-2', file]);
		return [format, file];
	});
	return Object.fromEntries(made);
}

const picture = '-f lavfi -i testsrc=size=320x240:rate=25:duration=5'.split(' ');
const tone = '-f lavfi -i sine=frequency=440:duration=5:sample_rate=48000'.split(' ');
const both = [...picture, ...tone];
const television = ['-s', '720x576', '-pix_fmt', 'yuv420p'];

const media: Readonly<Record<string, readonly string[]>> = {
	mp4: [...both, '-pix_fmt', 'yuv420p', '-metadata', 'title=Test picture'],
	dv: [...both, ...television, '-ac', '2'],
	gxf: [...both, ...television, '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'],
	rm: [...both, '-c:v', 'rv10', '-c:a', 'ac3'],
	wtv: both,
	nut: both,
	m2v: [...picture, '-c:v', 'mpeg2video'],
	ivf: [...picture, '-c:v', 'libvpx'],
	y4m: [...picture, '-pix_fmt', 'yuv420p'],
	dts: tone,
	mlp: tone,
	thd: tone,
	gsm: [...tone, '-ar', '8000'],
};
