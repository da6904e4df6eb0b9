import path from 'node:path';
import { createInterface } from 'node:readline';
import sharp, { type Sharp } from 'sharp';
import { writeAnimatedPng } from './animated-png.ts';
import { writePdf } from './picture-pdf.ts';
import type { PictureFacts, PictureRequest } from './request.ts';

// Runs in the sandbox: a JSON request a line on stdin, a JSON answer a line on stdout.

// The same path holds another picture at the next request.
sharp.cache(false);
say({ status: 'ready' });
for await (const line of createInterface(process.stdin)) {
	try {
		say({ status: 'done', facts: await convert(JSON.parse(line)) });
	} catch (error) {
		say({ status: 'refused', detail: String(error).slice(0, 2000) });
	}
}

function say(answer: object): void {
	process.stdout.write(`${JSON.stringify({ ...answer, memory: process.memoryUsage.rss() })}\n`);
}

async function convert(request: PictureRequest): Promise<PictureFacts> {
	const { input, output, stem, from, to, stills } = request;
	const { pages = 1, autoOrient: size } = await sharp(input).metadata();
	if (request.measure) return { files: [], framesDropped: 0, size };
	if (to === 'pdf') {
		const filename = `${stem}.pdf`;
		await writePdf(input, from, from === 'tiff' ? pages : 1, path.join(output, filename));
		return { files: [filename], framesDropped: from === 'tiff' ? 0 : pages - 1 };
	}
	if (to === 'apng') {
		const filename = `${stem}.apng`;
		const look = (frame: Sharp) => overlay(resize(frame.autoOrient(), request), request);
		await writeAnimatedPng(input, look, path.join(output, filename));
		return { files: [filename], framesDropped: 0 };
	}
	const animated =
		stills === undefined && ['gif', 'webp'].includes(from) && ['gif', 'webp'].includes(to);
	const count = stills ?? (from === 'tiff' ? pages : 1);
	const numbers = [...Array(Math.min(count, pages)).keys()];
	const files: string[] = [];
	for (const page of numbers) {
		const filename = numbers.length > 1 ? `${stem}-${page + 1}.${to}` : `${stem}.${to}`;
		const source = animated
			? sharp(input, { animated })
			: sharp(input, { page, density: await density(request) });
		const picture = encode(overlay(resize(source.autoOrient(), request), request), request);
		const target = path.join(output, filename);
		await (stills === undefined ? picture.keepMetadata() : picture).toFile(target);
		files.push(filename);
	}
	const complete = animated || stills !== undefined;
	return { files, framesDropped: complete ? 0 : pages - numbers.length };
}

/** Dots per inch at which a vector picture is as large as it is wanted; 72 is its own size. */
async function density(request: PictureRequest): Promise<number> {
	const { input, from, width, height } = request;
	if (from !== 'svg') return 72;
	// A pixel of SVG is a 96th of an inch.
	if (!(width || height)) return request.density ? (72 * request.density) / 96 : 72;
	const own = await sharp(input).metadata();
	const scale = Math.max((width ?? 0) / own.width, (height ?? 0) / own.height);
	return Math.min(Math.max(72 * scale, 1), 100_000);
}

function resize(image: Sharp, { width, height, fit, from }: PictureRequest): Sharp {
	if (!(width || height)) return image;
	const fits = { max: 'inside', crop: 'cover', scale: 'fill' } as const;
	return image.resize({
		width,
		height,
		// To stretch or to crop takes both sides.
		fit: width && height ? fits[fit] : 'inside',
		// Vectors have no size of their own; a page of a PDF was rendered as large as it is wanted.
		withoutEnlargement: fit === 'max' && from !== 'svg' && from !== 'pdf',
	});
}

function overlay(image: Sharp, { overlay }: PictureRequest): Sharp {
	if (!overlay) return image;
	const blend = overlay.layer === 'below' ? 'dest-over' : 'over';
	// The frames of an animation are one picture, each under the one before.
	return image.composite([{ input: overlay.file, blend, tile: true, gravity: 'northwest' }]);
}

function encode(image: Sharp, { to, quality }: PictureRequest): Sharp {
	switch (to) {
		case 'jpg':
			return image.flatten({ background: '#ffffff' }).jpeg({ quality: quality ?? 90 });
		case 'webp':
			return image.webp({ quality: quality ?? 80 });
		case 'avif':
			// Higher efforts take many times as long for a few percent.
			return image.avif({ quality: quality ?? 60, effort: 2 });
		case 'tiff':
			// The default is lossy.
			return image.tiff({ compression: 'lzw', predictor: 'horizontal' });
		case 'gif':
			return image.gif();
		default:
			return image.png();
	}
}
