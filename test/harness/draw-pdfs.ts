import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import {
	PDFDocument,
	PDFName,
	PDFString,
	StandardFonts,
	setTextRenderingMode,
	TextRenderingMode,
} from '@cantoo/pdf-lib';

/** A PDF with two pictures stored without loss: a smooth one of 600 by 600 dots, and one of black and white. */
export async function drawPictures(folder: string): Promise<string> {
	const pdf = await PDFDocument.create();
	const page = pdf.addPage([144, 144]);
	const smooth = Uint8Array.from({ length: 600 * 600 * 3 }, (_, at) => {
		const [x, y] = [Math.floor(at / 3) % 600, Math.floor(at / 1800)];
		return [x, y, (x * y) / 600][at % 3] ?? 0;
	});
	// Rings: round edges, as letters have them.
	const bits = Uint8Array.from({ length: 75 * 600 }, (_, at) => {
		const [left, y] = [(at % 75) * 8, Math.floor(at / 75)];
		const ring = (x: number) => Math.floor(Math.hypot(x - 300, y - 300) / 9) % 2;
		return [...'01234567'].reduce((byte, bit) => byte * 2 + ring(left + Number(bit)), 0);
	});
	const place = (bytes: Uint8Array, entries: object, matrix: string) => {
		const picture = pdf.context.stream(deflateSync(bytes), {
			...{ Type: 'XObject', Subtype: 'Image', Width: 600, Height: 600, Filter: 'FlateDecode' },
			...entries,
		});
		const name = page.node.newXObject('Picture', pdf.context.register(picture));
		page.node.addContentStream(
			pdf.context.register(pdf.context.stream(`q ${matrix} cm ${name} Do Q\n`)),
		);
	};
	place(smooth, { ColorSpace: 'DeviceRGB', BitsPerComponent: 8 }, '144 0 0 72 0 0');
	place(bits, { ColorSpace: 'DeviceGray', BitsPerComponent: 1 }, '144 0 0 72 0 72');
	return save(pdf, path.join(folder, 'pictures.pdf'));
}

/** A copy of a scan with words over it that are not seen, as OCR leaves it. */
export async function addUnseenText(scan: string, text: string, folder: string): Promise<string> {
	const pdf = await PDFDocument.load(await readFile(scan));
	const page = pdf.getPage(0);
	page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
	page.drawText(text, {
		x: 40,
		y: 200,
		size: 12,
		font: await pdf.embedFont(StandardFonts.Helvetica),
	});
	return save(pdf, path.join(folder, 'recognized.pdf'));
}

/** A PDF with a signature that shows a green box; its bytes sign nothing. */
export async function drawSigned(folder: string): Promise<string> {
	const pdf = await PDFDocument.create();
	const page = pdf.addPage([200, 200]);
	page.drawText('A contract', { x: 20, y: 150, size: 20 });
	const { context } = pdf;
	const look = context.register(
		context.flateStream('0 0.6 0 rg 0 0 50 20 re f', { Subtype: 'Form', BBox: [0, 0, 50, 20] }),
	);
	const field = context.register(
		context.obj({
			...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: PDFString.of('Signature'), F: 132 },
			Rect: [50, 50, 150, 90],
			AP: { N: look },
			V: { Type: 'Sig', Filter: 'Adobe.PPKLite', Contents: PDFString.of('nothing') },
		}),
	);
	page.node.addAnnot(field);
	pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }));
	return save(pdf, path.join(folder, 'signed.pdf'));
}

async function save(pdf: PDFDocument, file: string): Promise<string> {
	await writeFile(file, await pdf.save({ useObjectStreams: false }));
	return file;
}
