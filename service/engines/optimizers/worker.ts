import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { packJpeg, turnJpeg } from './jpeg.ts';
import { packPng } from './png.ts';
import type { OptimizeFacts, OptimizeRequest } from './request.ts';
import { packSvg } from './svg.ts';
import { packWebp } from './webp.ts';

// Runs in the sandbox: a JSON request a line on stdin, a JSON answer a line on stdout.

// As many as sharp decodes, which looks at them only then.
const mostPixels = 0x3fff * 0x3fff;
// The same path holds another picture at the next request.
sharp.cache(false);
say({ status: 'ready' });
for await (const line of createInterface(process.stdin)) {
	try {
		say({ status: 'done', facts: await optimize(JSON.parse(line)) });
	} catch (error) {
		say({ status: 'refused', detail: String(error).slice(0, 2000) });
	}
}

function say(answer: object): void {
	process.stdout.write(`${JSON.stringify({ ...answer, memory: process.memoryUsage.rss() })}\n`);
}

async function optimize(request: OptimizeRequest): Promise<OptimizeFacts> {
	if (request.format === 'svg') return { done: await packSvg(request) };
	await refuseBomb(request.input);
	// gifsicle packs it, which knows no limit.
	if (request.format === 'gif') return { done: [] };
	if (request.packed !== undefined) return { done: await turnJpeg(request, request.packed) };
	if (request.format === 'png') return { done: await packPng(request) };
	if (request.format === 'webp') return { done: await packWebp(request) };
	return { done: await packJpeg(request) };
}

async function refuseBomb(input: string): Promise<void> {
	const { width, height, pageHeight = height } = await sharp(input).metadata();
	if (width * pageHeight > mostPixels) throw new Error('It has too many pixels.');
}
