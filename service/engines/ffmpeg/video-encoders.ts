import type { Params } from '@filemill/operations';

/** Codecs of pictures by the names that clients use, and those that some old formats need. */
export type VideoCodec =
	| Exclude<NonNullable<Params<'convert'>['video_codec']>, 'copy'>
	| 'mpeg2'
	| 'wmv'
	| 'theora';

/** What an encoder is told of the pictures. */
export interface Picture {
	readonly width: number;
	readonly height: number;
	/** Whether its colours have more than eight bits. */
	readonly deep: boolean;
}

/** How a codec is written. */
export interface VideoEncoder {
	/** FFmpeg's name of what comes out. */
	readonly codec: string;
	/** The values that `crf` may have; undefined where there is no such thing. */
	readonly crf?: readonly [min: number, max: number];
	/** Whether it holds more than eight bits of colour. */
	readonly deep?: boolean;
	/** Frames a second that it can have; any where it does not say. */
	readonly rates?: readonly number[];
	args(quality: VideoQuality, picture: Picture): readonly string[];
}

/** The parameters of a task that say how good the pictures are. */
export type VideoQuality = Pick<Params<'convert'>, 'crf' | 'preset' | 'video_bitrate'>;

/** How each codec is written. */
export const videoEncoders: Readonly<Record<VideoCodec, VideoEncoder>> = {
	x264: {
		codec: 'h264',
		crf: [0, 51],
		args: ({ preset = 'medium', ...quality }) => [
			...['-c:v', 'libx264', '-preset', preset, ...rate(quality, 23), '-pix_fmt', 'yuv420p'],
		],
	},
	x265: {
		codec: 'hevc',
		crf: [0, 51],
		deep: true,
		args: ({ preset = 'medium', ...quality }, { deep }) => [
			...['-c:v', 'libx265', '-preset', preset, ...rate(quality, 28)],
			...['-x265-params', 'log-level=error', '-pix_fmt', pixels(deep)],
		],
	},
	vp8: {
		codec: 'vp8',
		crf: [0, 63],
		// Its crf works only below a bitrate.
		args: ({ preset, crf = 10, video_bitrate }) => [
			...['-c:v', 'libvpx', ...speed(preset), '-pix_fmt', 'yuv420p'],
			...(video_bitrate ? ['-b:v', `${video_bitrate}k`] : ['-crf', `${crf}`, '-b:v', '30M']),
		],
	},
	vp9: {
		codec: 'vp9',
		crf: [0, 63],
		deep: true,
		args: ({ preset, crf = 31, video_bitrate }, { deep }) => [
			...['-c:v', 'libvpx-vp9', ...speed(preset), '-row-mt', '1', '-pix_fmt', pixels(deep)],
			...(video_bitrate ? ['-b:v', `${video_bitrate}k`] : ['-crf', `${crf}`, '-b:v', '0']),
		],
	},
	av1: {
		codec: 'av1',
		// SVT-AV1 takes 0 for no crf at all.
		crf: [1, 63],
		deep: true,
		args: ({ preset = 'medium', ...quality }, { deep, width, height }) => [
			// SVT-AV1 takes no frames that are smaller.
			...(Math.min(width, height) < 64
				? ['-c:v', 'libaom-av1', '-cpu-used', '6']
				: ['-c:v', 'libsvtav1', '-preset', `${svtPresets[preset]}`]),
			...[...rate(quality, 35), '-pix_fmt', pixels(deep)],
		],
	},
	mpeg2: {
		codec: 'mpeg2video',
		// ISO/IEC 13818-2, table 6-4.
		rates: [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60],
		args: ({ video_bitrate }) => [
			...['-c:v', 'mpeg2video', '-pix_fmt', 'yuv420p'],
			...(video_bitrate ? ['-b:v', `${video_bitrate}k`] : ['-q:v', '3']),
		],
	},
	wmv: {
		codec: 'wmv2',
		args: ({ video_bitrate }) => [
			...['-c:v', 'wmv2', '-pix_fmt', 'yuv420p'],
			...(video_bitrate ? ['-b:v', `${video_bitrate}k`] : ['-q:v', '3']),
		],
	},
	theora: {
		codec: 'theora',
		args: ({ video_bitrate }) => [
			...['-c:v', 'libtheora', '-pix_fmt', 'yuv420p'],
			...(video_bitrate ? ['-b:v', `${video_bitrate}k`] : ['-q:v', '7']),
		],
	},
};

function rate({ crf, video_bitrate }: VideoQuality, usual: number): string[] {
	return video_bitrate ? ['-b:v', `${video_bitrate}k`] : ['-crf', `${crf ?? usual}`];
}

function pixels(deep: boolean): string {
	return deep ? 'yuv420p10le' : 'yuv420p';
}

type Preset = NonNullable<VideoQuality['preset']>;

const svtPresets: Readonly<Record<Preset, number>> = {
	...{ ultrafast: 12, superfast: 11, veryfast: 10, faster: 9, fast: 8 },
	...{ medium: 7, slow: 6, slower: 5, veryslow: 4 },
};

/** From 0 for the slowest; above 5 only where it need not be good. */
const vpxSpeeds: Readonly<Record<Preset, number>> = {
	...{ ultrafast: 8, superfast: 7, veryfast: 6, faster: 5, fast: 5 },
	...{ medium: 4, slow: 2, slower: 1, veryslow: 0 },
};

function speed(preset: Preset = 'medium'): string[] {
	const value = vpxSpeeds[preset];
	return ['-deadline', value > 5 ? 'realtime' : 'good', '-cpu-used', `${value}`];
}
