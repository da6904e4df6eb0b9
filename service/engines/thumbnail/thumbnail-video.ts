import type { Params } from '@filemill/operations';
import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import { probeVideo } from '../ffmpeg/probe-video.ts';
import { secondsOf } from '../ffmpeg/seconds.ts';
import { takeFrame } from '../ffmpeg/take-frame.ts';
import type { FileHandler } from '../file-task.ts';
import type { OutputFile } from '../handler.ts';
import { nameOfPart } from '../output-names.ts';
import { convertPicture } from '../sharp/pictures.ts';
import { thumbnailLook } from './look.ts';
import type { ThumbnailTools } from './thumbnail.ts';

/** Thumbnails of a video: of one moment, or of several from there to its end. */
export const thumbnailVideo =
	({ sandbox, images }: ThumbnailTools): FileHandler<'thumbnail'> =>
	async (params, task) => {
		const { duration } = await probeVideo(sandbox, task);
		const moments = chooseMoments(params, duration);
		const pictures = convertPicture(images, { stills: 1 });
		const files: OutputFile[] = [];
		for (const [index, moment] of moments.entries()) {
			const frame = await takeFrame(sandbox, task, moment);
			if (!frame) throw missing(params, task.input.filename);
			const { filename } = task.input;
			const name =
				moments.length > 1 ? nameOfPart(filename, index + 1, params.output_format) : filename;
			const input = { ...task.input, path: frame, filename: name, format: 'png' };
			files.push(...(await pictures(thumbnailLook(params), { ...task, input })).files);
			task.progress(((index + 1) / moments.length) * 100);
		}
		return { files, facts: { timestamps: moments } };
	};

/** Seconds from the beginning, evenly spread from the first to the end. */
function chooseMoments(
	{ count, timestamp }: Params<'thumbnail'>,
	duration: number | undefined,
): number[] {
	const wanted = timestamp === undefined ? undefined : secondsOf(timestamp);
	if (wanted !== undefined && duration !== undefined && wanted >= duration)
		throw new InvalidOptionError(
			'timestamp',
			timestamp,
			`the video ends after ${round(duration)} seconds`,
		);
	const first = wanted ?? (duration ?? 0) / 10;
	if (duration === undefined) return [first];
	return Array.from({ length: count }, (_, index) =>
		round(first + ((duration - first) * index) / count),
	);
}

function round(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}

function missing({ timestamp }: Params<'thumbnail'>, filename: string): Error {
	if (timestamp === undefined) return new InvalidFileError(filename, 'has no picture to be seen.');
	return new InvalidOptionError('timestamp', timestamp, 'the video has no picture there');
}
