import type { Params } from '@filemill/operations';
import { InvalidOptionError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { Container } from './containers.ts';
import { onWhite, ordinary, progressive } from './filters.ts';
import { fitFrame } from './frame-size.ts';
import { type Job, oneOf } from './job.ts';
import type { VideoTrack } from './probe-media.ts';
import { isWhole } from './trim.ts';
import { type VideoCodec, type VideoEncoder, videoEncoders } from './video-encoders.ts';

type Track = NonNullable<Container['video']>;

/**
 * How the pictures of a file are written: taken over as they are where the format can hold them and nothing about them
 * is to change, else encoded.
 * @throws InvalidOptionError when the format cannot hold what is asked for.
 */
export function planVideo(job: Job, task: Pick<FileTask, 'input' | 'warn'>): string[] {
	const { params, media, container } = job;
	const { video } = media;
	if (!video || !container.video) return [];
	const map = ['-map', `0:${video.index}`];
	if (isCopied(job, video, container.video, task))
		return [...map, '-c:v', 'copy', ...(video.codec === 'hevc' ? tag(container.video) : [])];
	const codec = chooseCodec(params, container.video);
	const encoder = videoEncoders[codec];
	checkQuality(params, codec, encoder);
	const frame = frameOf(video, params, task.warn);
	const filters = [
		...progressive(video),
		...frameRate(video, params, encoder, params.output_format),
		...(task.input.format === 'gif' ? [onWhite] : []),
		...frame.filters,
		...(encoder.deep ? [] : ordinary(video)),
	];
	return [
		...map,
		...encoder.args(params, { ...frame, deep: video.deep }),
		...(container.video.args?.[codec] ?? []),
		...(filters.length > 0 ? ['-filter:v', filters.join(',')] : []),
	];
}

/** Parameters that need the pictures encoded. */
const changes = ['width', 'height', 'fps', 'crf', 'preset', 'video_bitrate'] as const;

function isCopied(
	{ params, media, container, trim }: Job,
	video: VideoTrack,
	{ codecs, copies }: Track,
	{ input, warn }: Pick<FileTask, 'input' | 'warn'>,
): boolean {
	const { output_format, video_codec } = params;
	const changed = changes.find((name) => params[name] !== undefined);
	const fits = copies.includes(video.codec) && keepsTime(video, media.container, output_format);
	const isUpright = !video.turned || container.rotation === true;
	if (video_codec === undefined && !changed && isWhole(trim)) return fits && isUpright;
	if (video_codec !== 'copy') return false;
	if (changed)
		throw new InvalidOptionError(
			changed,
			params[changed],
			'it has no effect on pictures that "video_codec" has copied; leave one of them out',
		);
	if (!fits)
		throw new InvalidOptionError(
			'video_codec',
			'copy',
			`${output_format} cannot hold the ${video.codec} of "${input.filename}"; it must be ${oneOf(codecs)}`,
		);
	if (!isUpright)
		warn(`${output_format} cannot say how the camera was held: the pictures lie on their side.`);
	if (trim.start > 0)
		warn(
			'A video that is copied begins with a whole picture, which may be earlier than asked for.',
		);
	return true;
}

/**
 * Whether frames that are copied are shown at their times. Some files have none for each frame, and only for codecs
 * that are simpler than H.264 do they follow from the order.
 */
function keepsTime({ codec }: VideoTrack, container: string, output_format: string): boolean {
	if (['mpegvideo', 'gxf'].includes(container)) return false;
	return !['h264', 'hevc'].includes(codec) || (container === 'avi') === (output_format === 'avi');
}

function tag({ args }: Track): readonly string[] {
	return args?.x265 ?? [];
}

function chooseCodec(
	{ video_codec, output_format }: Params<'convert'>,
	{ codecs }: Track,
): VideoCodec {
	const codec = codecs.find((one) => one === video_codec);
	if (codec) return codec;
	if (video_codec === undefined) return codecs[0];
	throw new InvalidOptionError(
		'video_codec',
		video_codec,
		`${output_format} cannot hold it; it must be ${oneOf([...codecs.filter(isOffered), 'copy'])}, or left out`,
	);
}

/** Whether a client can ask for it. */
function isOffered(codec: VideoCodec): boolean {
	return !['mpeg2', 'wmv', 'theora'].includes(codec);
}

function checkQuality(
	{ crf, video_bitrate }: Params<'convert'>,
	codec: VideoCodec,
	encoder: VideoEncoder,
): void {
	if (crf === undefined || !encoder.crf) return;
	const [min, max] = encoder.crf;
	if (video_bitrate !== undefined)
		throw new InvalidOptionError('crf', crf, '"video_bitrate" is given too; leave one of them out');
	if (crf < min || crf > max)
		throw new InvalidOptionError('crf', crf, `with ${codec} it must be from ${min} to ${max}`);
}

function frameOf(video: VideoTrack, params: Params<'convert'>, warn: FileTask['warn']) {
	const { width, height } = params;
	if (width !== undefined || height !== undefined) {
		const frame = fitFrame(video, params, 2);
		if (params.fit !== 'max' && ((width ?? 0) % 2 === 1 || (height ?? 0) % 2 === 1))
			warn(
				`The sides of a video are even: its frames are ${frame.width} × ${frame.height} pixels.`,
			);
		return frame;
	}
	// Most codecs have one colour for two pixels, across and down.
	const even = { width: even2(video.width), height: even2(video.height) };
	const isOdd = even.width !== video.width || even.height !== video.height;
	return { ...even, filters: isOdd ? [`crop=${even.width}:${even.height}:0:0`] : [] };
}

function even2(side: number): number {
	return Math.max(side - (side % 2), 2);
}

function frameRate(
	{ fps }: VideoTrack,
	{ fps: asked }: Params<'convert'>,
	{ rates, codec }: VideoEncoder,
	format: string,
): string[] {
	if (!rates) return asked === undefined ? [] : [`fps=${asked}`];
	const wanted = asked ?? fps ?? 25;
	const nearest = rates.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? 25;
	if (asked !== undefined && Math.abs(nearest - asked) > 0.01)
		throw new InvalidOptionError(
			'fps',
			asked,
			`${codec} in ${format} has ${oneOf(rates.map((one) => `${Math.round(one * 1000) / 1000}`))}`,
		);
	// As a fraction, which 29.97… is.
	return [`fps=${Number.isInteger(nearest) ? nearest : `${Math.ceil(nearest) * 1000}/1001`}`];
}
