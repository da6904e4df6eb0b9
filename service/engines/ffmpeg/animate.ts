import path from 'node:path';
import type { Params } from '@filemill/operations';
import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { HandlerResult } from '../handler.ts';
import { nameWithFormat } from '../output-names.ts';
import { workspaceMounts } from '../run-program.ts';
import { measurePicture } from '../sharp/measure-picture.ts';
import type { MediaTools } from './convert-media.ts';
import { guardedInput } from './formats.ts';
import { fitFrame } from './frame-size.ts';
import type { Job } from './job.ts';
import type { VideoTrack } from './probe-media.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

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
	const { output_format, quality = 75 } = params;
	const { video } = media;
	if (!video) throw new InvalidFileError(input.filename, 'holds no video.');
	const fps = chooseRate(video, params, task);
	const frame = fitFrame(video, params, 1);
	const seconds = trim.length ?? 0;
	if (seconds * fps * frame.width * frame.height > maxPixels)
		throw new InvalidOptionError(
			'output_format',
			output_format,
			`${Math.round(seconds)} seconds of ${frame.width} × ${frame.height} pixels are too much for a picture; set "width", "fps" or "trim_end"`,
		);
	const filename = nameWithFormat(input.filename, output_format);
	const output = path.join(workspace.output, filename);
	const palette = path.join(workspace.tmp, 'palette.png');
	const visible = (file: string) => `file:${sandbox.visible(file, workspaceMounts(workspace))}`;
	const source = [...guardedInput, ...trim.args, '-i', visible(input.path)];
	const track = `[0:${video.index}]`;
	const look = [`fps=${fps}`, ...frame.filters].join(',');
	const half = (part: number) => ({
		...task,
		progress: (percent: number) => task.progress(part * 50 + percent / 2),
	});
	if (output_format === 'gif') {
		// In two passes: in one, all frames would wait in memory for the palette.
		const colours = `${track}${look},palettegen=stats_mode=diff`;
		await runFfmpeg(
			sandbox,
			[...source, '-filter_complex', colours, '-frames:v', '1', '-y', visible(palette)],
			half(0),
			trim.length,
		);
		const drawn = `${track}${look}[x];[x][1:v]paletteuse=diff_mode=rectangle`;
		await runFfmpeg(
			sandbox,
			[
				...source,
				'-i',
				visible(palette),
				'-filter_complex',
				drawn,
				'-f',
				'gif',
				'-y',
				visible(output),
			],
			half(1),
			trim.length,
		);
	} else
		await runFfmpeg(
			sandbox,
			[
				...[...source, '-filter_complex', `${track}${look}`, '-c:v', 'libwebp_anim'],
				...['-quality', `${quality}`, '-loop', '0', '-f', 'webp', '-y', visible(output)],
			],
			task,
			trim.length,
		);
	const size = await measurePicture(images, {
		...task,
		input: { ...input, path: output, filename, format: output_format },
	});
	return { files: [{ filename, path: output }], facts: size };
}

/** A minute of 720p at 25 frames, or three of 480p. */
const maxPixels = 1_500_000_000;

/** Frames a second, of which a GIF cannot have more: it counts hundredths of a second, and browsers slow what is faster. */
const fastest = 50;
const usual = 25;

function chooseRate({ fps }: VideoTrack, params: Params<'convert'>, { warn }: FileTask): number {
	const { fps: asked, output_format } = params;
	if (asked !== undefined && asked > fastest)
		throw new InvalidOptionError('fps', asked, `a ${output_format} has at most ${fastest}`);
	if (asked !== undefined) return asked;
	if (fps !== undefined && fps > usual + 1)
		warn(
			`The ${output_format} has ${usual} frames a second of ${Math.round(fps)}; "fps" can be up to ${fastest}.`,
		);
	return Math.min(fps ?? usual, usual);
}
