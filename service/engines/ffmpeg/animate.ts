import path from 'node:path';
import type { Params } from '@filemill/operations';
import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
import { workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { measurePicture } from '../sharp/measure-picture.ts';
import type { MediaTools } from './convert-media.ts';
import { checkDamage } from './damage.ts';
import { ordinary, progressive } from './filters.ts';
import { guardedInput } from './formats.ts';
import { type Frame, fitFrame } from './frame-size.ts';
import type { Job } from './job.ts';
import type { VideoTrack } from './probe-media.ts';
import { runFfmpeg, type Written } from './run-ffmpeg.ts';

/**
 * Makes a GIF or an animated WebP of a video.
 * @throws InvalidOptionError when it would be larger than anybody can show.
 */
export async function animate(
	{ sandbox, images }: MediaTools,
	params: Params<'convert'>,
	{ media, trim }: Pick<Job, 'media' | 'trim'>,
	task: FileTask,
): Promise<HandlerResult> {
	const { input, workspace } = task;
	const { output_format } = params;
	const { video } = media;
	if (!video) throw new InvalidFileError(input.filename, 'holds no video.');
	const fps = chooseRate(video, params, task);
	const frame = fitFrame(video, params, 1);
	checkSize(frame, fps, trim.length, output_format);
	const filename = nameWithFormat(input.filename, output_format);
	const output = path.join(workspace.output, filename);
	const visible = (file: string) => `file:${sandbox.visible(file, workspaceMounts(workspace))}`;
	const look = [...progressive(video), `fps=${fps}`, ...frame.filters, ...ordinary(video)];
	const animation: Animation = {
		source: [...guardedInput, ...trim.from, ...trim.long, '-i', visible(input.path)],
		filters: `[0:${video.index}]${look.join()}`,
		palette: visible(path.join(workspace.tmp, 'palette.png')),
		output: visible(output),
		seconds: trim.length,
		// Below that, what changes slowly shows squares.
		quality: params.quality ?? 90,
	};
	const write = output_format === 'gif' ? writeGif : writeWebp;
	checkDamage({ media, trim }, 'video', task, await write(sandbox, animation, task));
	const size = await measurePicture(images, {
		...task,
		input: { ...input, path: output, filename, format: output_format },
	});
	return { files: [{ filename, path: output }], facts: size };
}

/** Frames a second, of which a GIF has no more: it counts hundredths of a second, and browsers slow what is faster. */
const fastest = 50;
const usual = 25;

function chooseRate({ fps }: VideoTrack, params: Params<'convert'>, { warn }: FileTask): number {
	const { fps: asked, output_format } = params;
	if (asked !== undefined && asked > fastest)
		throw new InvalidOptionError('fps', asked, `${output_format} has at most ${fastest}`);
	if (asked !== undefined) return asked;
	if (fps !== undefined && fps > usual + 1)
		warn(
			`The ${output_format} has ${usual} frames a second of ${Math.round(fps)}; "fps" can be up to ${fastest}.`,
		);
	return Math.min(fps ?? usual, usual);
}

/** A minute of 720p at 25 frames a second, or two and a half of 480p. */
const maxPixels = 1_500_000_000;

function checkSize({ width, height }: Frame, fps: number, seconds = 0, format: string): void {
	if (seconds * fps * width * height <= maxPixels) return;
	throw new InvalidOptionError(
		'output_format',
		format,
		`${Math.round(seconds)} seconds of ${width} × ${height} pixels are too much for a picture; set "trim_end", "width" or "fps"`,
	);
}

interface Animation {
	/** The input, with its options. */
	readonly source: readonly string[];
	readonly filters: string;
	readonly palette: string;
	readonly output: string;
	readonly seconds: number | undefined;
	readonly quality: number;
}

/** In two passes: in one, all frames would wait in memory for the palette. */
async function writeGif(
	sandbox: Sandbox,
	{ source, filters, palette, output, seconds }: Animation,
	task: FileTask,
): Promise<Written> {
	const half = (done: number) => ({
		...task,
		progress: (percent: number) => task.progress(Math.round(done + percent / 2)),
	});
	const colours = [
		...['-filter_complex', `${filters},split[x][watched];[x]palettegen[colours]`],
		...['-map', '[colours]', '-frames:v', '1', '-y', palette, ...watched],
	];
	await runFfmpeg(sandbox, [...source, ...colours], half(0), seconds);
	const drawn = `${filters}[frame];[frame][1:v]paletteuse=diff_mode=rectangle`;
	const written = ['-filter_complex', drawn, '-f', 'gif', '-y', output];
	return runFfmpeg(sandbox, [...source, '-i', palette, ...written], half(50), seconds);
}

async function writeWebp(
	sandbox: Sandbox,
	{ source, filters, output, seconds, quality }: Animation,
	task: FileTask,
): Promise<Written> {
	const written = [
		...['-filter_complex', `${filters},split[drawn][watched]`, '-map', '[drawn]'],
		...['-c:v', 'libwebp_anim', '-quality', `${quality}`, '-loop', '0', '-f', 'webp'],
		...['-y', output, ...watched],
	];
	return runFfmpeg(sandbox, [...source, ...written], task, seconds);
}

/** What comes out only at the end tells nothing of how far it is; the same frames going nowhere do. */
const watched = ['-map', '[watched]', '-f', 'null', '-'];
