import { convertParams } from '../../../../service/engines/convert-params.ts';
import {
	audioContainers,
	type Container,
	videoContainers,
} from '../../../../service/engines/ffmpeg/containers.ts';
import type { Job } from '../../../../service/engines/ffmpeg/job.ts';
import type {
	AudioTrack,
	Media,
	VideoTrack,
} from '../../../../service/engines/ffmpeg/probe-media.ts';
import { trim } from '../../../../service/engines/ffmpeg/trim.ts';

/** Pictures as most films have them. */
export const pictures: VideoTrack = {
	...{ index: 0, codec: 'h264', duration: 10, width: 640, height: 360, pixelAspect: 1, fps: 25 },
	...{ turned: false, deep: false, hdr: undefined, interlaced: false },
};

/** Sound as most films have it. */
export const stereo: AudioTrack = {
	...{ index: 1, codec: 'aac', duration: 10, channels: 2, rate: 48_000, deep: false },
};

/** A film of ten seconds. */
export const film: Media = {
	...{ container: 'matroska,webm', duration: 10, title: undefined, chapters: 0 },
	...{ video: pictures, sounds: [stereo], subtitles: [], cover: undefined },
};

/** What is to be made of a film, and the warnings that are heard meanwhile. */
export function jobOf(format: string, options: Parameters<typeof convertParams>[1], media = film) {
	const params = convertParams(format, options);
	const job: Job = {
		...{ params, media, container: containerOf(format) },
		trim: trim(params, media.duration),
	};
	const warnings: string[] = [];
	const input = { task: 'a', filename: 'film.mkv', path: '/film.mkv', size: 1, format: 'mkv' };
	return { job, task: { input, warn: (text: string) => warnings.push(text) }, warnings };
}

function containerOf(format: string): Container {
	const container = videoContainers[format] ?? audioContainers[format];
	if (!container) throw new Error(`There is no ${format}.`);
	return container;
}
