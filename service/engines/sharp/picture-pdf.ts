import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import {
	concatTransformationMatrix,
	drawObject,
	PDFDocument,
	type PDFRef,
	popGraphicsState,
	pushGraphicsState,
} from '@cantoo/pdf-lib';
import sharp from 'sharp';

/** Writes a PDF with one page for each page of a picture, as large as the picture says it is. */
export async function writePdf(
	input: string,
	from: string,
	pages: number,
	output: string,
): Promise<void> {
	const pdf = await PDFDocument.create();
	for (let page = 0; page < pages; page++) {
		if (from === 'jpg') await addJpeg(pdf, input);
		else await addPixels(pdf, input, page);
	}
	await writeFile(output, await pdf.save());
}

/** The JPEG itself, not decoded, so that nothing is lost. */
async function addJpeg(pdf: PDFDocument, input: string): Promise<void> {
	const { orientation = 1, density } = await sharp(input).metadata();
	const picture = await pdf.embedJpg(await readFile(input));
	const turned = orientation > 4;
	place(pdf, picture.ref, {
		width: turned ? picture.height : picture.width,
		height: turned ? picture.width : picture.height,
		density,
		orientation,
	});
}

async function addPixels(pdf: PDFDocument, input: string, page: number): Promise<void> {
	const { density } = await sharp(input, { page }).metadata();
	const image = sharp(input, { page }).autoOrient().toColourspace('srgb');
	const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
	const { width, height, channels } = info;
	const colors = channels > 2 ? 3 : 1;
	const pick = (first: number, count: number) => {
		if (count === channels) return data;
		const picked = Buffer.allocUnsafe(width * height * count);
		for (let pixel = 0; pixel < width * height; pixel++)
			for (let channel = 0; channel < count; channel++)
				picked[pixel * count + channel] = data[pixel * channels + first + channel] ?? 0;
		return picked;
	};
	const register = async (bytes: Buffer, entries: Record<string, unknown>) =>
		pdf.context.register(
			pdf.context.stream(await promisify(deflate)(bytes), {
				Type: 'XObject',
				Subtype: 'Image',
				Width: width,
				Height: height,
				BitsPerComponent: 8,
				Filter: 'FlateDecode',
				...entries,
			}),
		);
	const mask =
		channels > colors
			? { SMask: await register(pick(colors, 1), { ColorSpace: 'DeviceGray' }) }
			: {};
	const picture = await register(pick(0, colors), {
		ColorSpace: colors === 3 ? 'DeviceRGB' : 'DeviceGray',
		...mask,
	});
	place(pdf, picture, { width, height, density, orientation: 1 });
}

interface Placement {
	/** Pixels, as the picture is seen. */
	readonly width: number;
	readonly height: number;
	/** Dots per inch, where the picture tells. */
	readonly density: number | undefined;
	/** As in EXIF: 1 is upright. */
	readonly orientation: number;
}

/** How the unit square of a picture is put on the unit square of the page, for each orientation (EXIF 2.32, 4.6.4). */
const matrices: Readonly<
	Record<number, readonly [number, number, number, number, number, number]>
> = {
	2: [-1, 0, 0, 1, 1, 0],
	3: [-1, 0, 0, -1, 1, 1],
	4: [1, 0, 0, -1, 0, 1],
	5: [0, -1, -1, 0, 1, 1],
	6: [0, -1, 1, 0, 0, 1],
	7: [0, 1, 1, 0, 0, 0],
	8: [0, 1, -1, 0, 1, 0],
};

function place(
	pdf: PDFDocument,
	picture: PDFRef,
	{ width, height, density, orientation }: Placement,
): void {
	// 96 is what browsers and office programs take where a picture says nothing; few pictures mean less than 50.
	const dpi = density && density >= 50 ? density : 96;
	// ISO 32000-1, annex C: a page is 3 to 14400 points wide and high.
	const scale = Math.min(72 / dpi, 14_400 / Math.max(width, height));
	const size: [number, number] = [Math.max(width * scale, 3), Math.max(height * scale, 3)];
	const page = pdf.addPage(size);
	const name = page.node.newXObject('Picture', picture);
	page.pushOperators(
		pushGraphicsState(),
		concatTransformationMatrix(size[0], 0, 0, size[1], 0, 0),
		concatTransformationMatrix(...(matrices[orientation] ?? [1, 0, 0, 1, 0, 0])),
		drawObject(name),
		popGraphicsState(),
	);
}
