import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { guardedInput } from './formats.ts';
import { maxFrame } from './frame-size.ts';
import { secondsOf } from './seconds.ts';

/** A track of pictures, as it is shown. */
export interface VideoTrack extends Track {
	/** Pixels of a frame that is upright; they need not be square. */
	readonly width: number;
	readonly height: number;
	/** How wide a pixel is for its height. */
	readonly pixelAspect: number;
	/** Whether frames are turned when they are shown. */
	readonly turned: boolean;
	/** Frames a second; undefined where nothing tells. */
	readonly fps: number | undefined;
	/** Whether its colours have more than eight bits. */
	readonly deep: boolean;
	/** The curve of its brightness where that is one of HDR. */
	readonly hdr: string | undefined;
	readonly interlaced: boolean;
}

/** A track of sound. */
export interface AudioTrack extends Track {
	readonly channels: number;
	/** Samples a second. */
	readonly rate: number;
	/** Whether its samples have more than sixteen bits and lose nothing. */
	readonly deep: boolean;
}

/** One stream of a file. */
export interface Track {
	/** Its number in the file. */
	readonly index: number;
	/** Its codec under FFmpeg's name. */
	readonly codec: string;
	/** Seconds; undefined where nothing tells. */
	readonly duration: number | undefined;
}

/** What is in a video or a sound. */
export interface Media {
	/** The names of FFmpeg's reader for it. */
	readonly container: string;
	/** Seconds; undefined where nothing tells. */
	readonly duration: number | undefined;
	readonly title: string | undefined;
	readonly chapters: number;
	/** The pictures that move; only the first such track is shown by players. */
	readonly video: VideoTrack | undefined;
	readonly sounds: readonly AudioTrack[];
	readonly subtitles: readonly Track[];
	/** A picture that goes with it, such as that of an album. */
	readonly cover: Track | undefined;
}

/**
 * Reads what is in a file from its headers.
 * @throws InvalidFileError when it cannot be read, or its frames are larger than anybody films.
 */
export async function probeMedia(
	sandbox: Sandbox,
	{ input, workspace, signal }: Pick<FileTask, 'input' | 'workspace' | 'signal'>,
): Promise<Media> {
	const ended = await runProgram(sandbox, {
		path: '/usr/bin/ffprobe',
		args: [
			...['-v', 'error', ...guardedInput, '-show_entries', entries, '-of', 'json'],
			...['-i', `file:${sandbox.visible(input.path, workspaceMounts(workspace))}`],
		],
		workspace,
		signal,
	});
	const found = ended.exitCode === 0 ? report.safeParse(parseJson(ended.stdout)).data : undefined;
	if (!found)
		throw new InvalidFileError(
			input.filename,
			`cannot be read as ${input.format}: it is damaged or of another format.`,
			{ cause: new Error(ended.stderr) },
		);
	const media = describe(found);
	const { width = 0, height = 0 } = media.video ?? {};
	if (width * height > maxFrame.pixels || Math.max(width, height) > maxFrame.side)
		throw new InvalidFileError(
			input.filename,
			`has frames of ${width} × ${height} pixels; there may be at most ${maxFrame.pixels}, and ${maxFrame.side} on a side.`,
		);
	return media;
}

const entries = [
	'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,avg_frame_rate,r_frame_rate',
	',pix_fmt,color_transfer,field_order,duration,sample_rate,channels,sample_fmt,bits_per_raw_sample',
	':stream_disposition=attached_pic:stream_tags=DURATION,title:stream_side_data=rotation',
	':format=format_name,duration:format_tags=title:chapter=id',
].join('');

const number = z.coerce.number().optional().catch(undefined);
const text = z.string().optional();
const stream = z.object({
	index: z.number(),
	codec_type: z.string().default(''),
	codec_name: z.string().default('unknown'),
	width: z.number().default(0),
	height: z.number().default(0),
	sample_aspect_ratio: text,
	avg_frame_rate: text,
	r_frame_rate: text,
	pix_fmt: z.string().default(''),
	color_transfer: text,
	field_order: text,
	duration: number,
	sample_rate: z.coerce.number().catch(0),
	channels: z.number().default(0),
	sample_fmt: text,
	bits_per_raw_sample: number,
	disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
	tags: z.object({ DURATION: text, title: text }).default({}),
	side_data_list: z.array(z.object({ rotation: z.number().default(0) })).default([]),
});
const report = z.object({
	streams: z.array(stream).default([]),
	chapters: z.array(z.unknown()).default([]),
	format: z.object({
		format_name: z.string().default(''),
		duration: number,
		tags: z.object({ title: text }).default({}),
	}),
});

function parseJson(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		// It was cut, because nothing real has so many streams and chapters.
		return undefined;
	}
}

type Stream = z.output<typeof stream>;

function describe({ streams, chapters, format }: z.output<typeof report>): Media {
	const ofType = (type: string) => streams.filter(({ codec_type }) => codec_type === type);
	const isCover = ({ disposition }: Stream) => disposition.attached_pic === 1;
	const video = ofType('video').find((one) => !isCover(one) && one.width > 0);
	const cover = ofType('video').find((one) => isCover(one));
	// Ogg says of its first stream what others say of the file.
	const title =
		format.tags.title ?? (format.format_name === 'ogg' ? streams[0]?.tags.title : undefined);
	return {
		container: format.format_name,
		duration: format.duration,
		title: title?.slice(0, 500).toWellFormed(),
		chapters: chapters.length,
		video: video && videoTrack(video),
		sounds: ofType('audio')
			.filter(({ channels }) => channels > 0)
			.map(audioTrack),
		subtitles: ofType('subtitle').map(track),
		cover: cover && track(cover),
	};
}

function track({ index, codec_name, duration, tags }: Stream): Track {
	const tagged = tags.DURATION === undefined ? Number.NaN : secondsOf(tags.DURATION);
	return {
		index,
		codec: codec_name,
		duration: duration ?? (Number.isNaN(tagged) ? undefined : tagged),
	};
}

function videoTrack(found: Stream): VideoTrack {
	const rotation = found.side_data_list.find((data) => data.rotation !== 0)?.rotation ?? 0;
	const aspect = ratio(found.sample_aspect_ratio, ':') ?? 1;
	const lies = Math.abs(Math.round(rotation / 90)) % 2 === 1;
	return {
		...track(found),
		width: lies ? found.height : found.width,
		height: lies ? found.width : found.height,
		pixelAspect: lies ? 1 / aspect : aspect,
		turned: rotation !== 0,
		fps: ratio(found.avg_frame_rate, '/') ?? ratio(found.r_frame_rate, '/'),
		deep: /1[0246](le|be)$/.test(found.pix_fmt),
		hdr: ['smpte2084', 'arib-std-b67'].find((curve) => curve === found.color_transfer),
		interlaced: ['tt', 'bb', 'tb', 'bt'].includes(found.field_order ?? ''),
	};
}

function audioTrack(found: Stream): AudioTrack {
	// Lossy codecs compute with floating point, whatever was recorded.
	const bits = found.bits_per_raw_sample ?? 0;
	return {
		...track(found),
		channels: found.channels,
		rate: found.sample_rate,
		deep: bits > 16 || /^pcm_[sf](24|32|64)/.test(found.codec_name),
	};
}

/** `16/9` is 1.77…; nothing where it is no such number. */
function ratio(text: string | undefined, sign: string): number | undefined {
	const [above = 0, below = 0] = (text ?? '').split(sign).map(Number);
	return above > 0 && below > 0 ? above / below : undefined;
}
