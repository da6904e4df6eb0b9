import type { AudioCodec } from './audio-encoders.ts';
import type { VideoCodec } from './video-encoders.ts';

/** How an output format is written, and what it can hold. */
export interface Container {
	/** FFmpeg's writer, with its options. */
	readonly muxer: readonly string[];
	readonly video?: TrackKind<VideoCodec>;
	readonly audio: TrackKind<AudioCodec> & { readonly several?: boolean };
	/** What subtitles of text become. */
	readonly subtitles?: 'mov_text' | 'webvtt' | 'subrip';
	/** Whether subtitles that are pictures can stay. */
	readonly drawnSubtitles?: boolean;
	readonly chapters?: boolean;
	/** Whether it holds the picture of an album. */
	readonly cover?: boolean;
	/** Whether it says how a camera was held. */
	readonly rotation?: boolean;
}

interface TrackKind<Codec extends string> {
	/** Codecs that are encoded for it, the usual one first. */
	readonly codecs: readonly [Codec, ...Codec[]];
	/** Codecs, under FFmpeg's names, that it takes as they are. */
	readonly copies: readonly string[];
	/** Samples a second that it takes, where the format says so. */
	readonly rates?: readonly number[];
	/** What encoders are told besides. */
	readonly args?: Readonly<Partial<Record<Codec, readonly string[]>>>;
}

const words = (text: string) => text.split(' ');

const quickStart = ['-movflags', '+faststart'];
// Players of Apple know H.265 only by this name.
const hvc1 = { x265: ['-tag:v', 'hvc1'] } as const;
const isoFile = { subtitles: 'mov_text', chapters: true, rotation: true } as const;

const mp4: Container = {
	...isoFile,
	muxer: ['-f', 'mp4', ...quickStart],
	video: {
		codecs: ['x264', 'x265', 'av1', 'vp9'],
		copies: words('h264 hevc av1 vp9 mpeg4'),
		args: hvc1,
	},
	audio: {
		codecs: ['aac', 'mp3', 'opus', 'flac', 'ac3'],
		copies: words('aac mp3 opus flac ac3 eac3 alac'),
		several: true,
	},
};
const phone: Container = {
	rotation: true,
	muxer: ['-f', '3gp', ...quickStart],
	video: { codecs: ['x264'], copies: words('h264 mpeg4 h263') },
	audio: { codecs: ['aac'], copies: words('aac amr_nb amr_wb') },
};
const mkv: Container = {
	muxer: ['-f', 'matroska'],
	video: {
		codecs: ['x264', 'x265', 'vp8', 'vp9', 'av1'],
		copies: words('h264 hevc vp8 vp9 av1 mpeg4 mpeg2video mpeg1video theora prores ffv1 vc1'),
	},
	audio: {
		codecs: ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'ac3'],
		copies: words(
			'aac mp3 mp2 opus vorbis flac ac3 eac3 dts truehd alac tta wavpack pcm_s16le pcm_s24le pcm_f32le',
		),
		several: true,
	},
	subtitles: 'subrip',
	drawnSubtitles: true,
	chapters: true,
};
const webmAudio: Container['audio'] = {
	codecs: ['opus', 'vorbis'],
	copies: words('opus vorbis'),
	several: true,
};
const mpegVideo: Container['video'] = {
	codecs: ['mpeg2'],
	copies: words('mpeg1video mpeg2video'),
};
const stream: Container = {
	muxer: ['-f', 'mpegts'],
	video: { codecs: ['x264', 'x265'], copies: words('h264 hevc mpeg2video mpeg1video') },
	audio: {
		codecs: ['aac', 'mp3', 'ac3', 'opus'],
		copies: words('aac mp3 mp2 ac3 eac3 dts opus'),
		several: true,
	},
};
const flash: Container = {
	muxer: ['-f', 'flv'],
	video: { codecs: ['x264'], copies: ['h264'] },
	audio: { codecs: ['aac'], copies: ['aac'] },
};
const windows: Container = {
	muxer: ['-f', 'asf'],
	video: { codecs: ['wmv'], copies: words('wmv1 wmv2 wmv3 vc1 msmpeg4v3 msmpeg4v2') },
	audio: { codecs: ['wma'], copies: words('wmav1 wmav2 wmapro'), several: true },
};

const apple: Container = {
	muxer: ['-f', 'ipod', ...quickStart],
	audio: { codecs: ['aac'], copies: words('aac alac') },
	chapters: true,
	cover: true,
};
const ogg: Container = {
	muxer: ['-f', 'ogg'],
	audio: { codecs: ['vorbis', 'opus', 'flac'], copies: words('vorbis opus flac speex') },
	chapters: true,
};

/** A sound that is one stream and no more. */
function plain(muxer: string, codec: AudioCodec, copies: string): Container {
	return { muxer: ['-f', muxer], audio: { codecs: [codec], copies: words(copies) } };
}

/** Videos, by the product's names of their formats. */
export const videoContainers: Readonly<Record<string, Container>> = {
	mp4,
	m4v: {
		...isoFile,
		muxer: ['-f', 'ipod', ...quickStart],
		video: { codecs: ['x264', 'x265'], copies: words('h264 hevc mpeg4'), args: hvc1 },
		audio: { codecs: ['aac', 'ac3'], copies: words('aac alac ac3'), several: true },
	},
	mov: {
		...isoFile,
		muxer: ['-f', 'mov', ...quickStart],
		video: {
			codecs: ['x264', 'x265'],
			copies: words('h264 hevc mpeg4 prores mjpeg dvvideo mpeg2video'),
			args: hvc1,
		},
		audio: {
			codecs: ['aac', 'mp3', 'ac3'],
			copies: words('aac alac mp3 ac3 eac3 pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_f32le'),
			several: true,
		},
	},
	'3gp': phone,
	'3g2': { ...phone, muxer: ['-f', '3g2', ...quickStart] },
	mkv,
	webm: {
		muxer: ['-f', 'webm'],
		video: { codecs: ['vp9', 'vp8', 'av1'], copies: words('vp8 vp9 av1') },
		audio: webmAudio,
		subtitles: 'webvtt',
		chapters: true,
	},
	avi: {
		muxer: ['-f', 'avi'],
		video: {
			codecs: ['x264'],
			copies: words('h264 mpeg4 msmpeg4v3 msmpeg4v2 mjpeg mpeg2video dvvideo'),
			// It has no times at which frames are shown, only their order.
			args: { x264: ['-bf', '0'] },
		},
		audio: { codecs: ['mp3', 'ac3'], copies: words('mp3 mp2 ac3 pcm_s16le'), several: true },
	},
	mpg: {
		muxer: ['-f', 'vob'],
		video: mpegVideo,
		audio: { codecs: ['mp2', 'mp3', 'ac3'], copies: words('mp2 mp3 ac3'), several: true },
	},
	vob: {
		muxer: ['-f', 'vob'],
		video: mpegVideo,
		audio: { codecs: ['ac3', 'mp2'], copies: words('ac3 mp2 dts'), several: true },
	},
	ts: stream,
	mts: {
		...stream,
		muxer: ['-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
		audio: { ...stream.audio, codecs: ['ac3', 'aac'] },
	},
	flv: flash,
	f4v: { ...flash, muxer: ['-f', 'f4v', ...quickStart] },
	wmv: windows,
	asf: windows,
	ogv: {
		...ogg,
		video: { codecs: ['theora'], copies: ['theora'] },
	},
	mxf: {
		muxer: ['-f', 'mxf'],
		video: { codecs: ['mpeg2'], copies: ['mpeg2video'] },
		audio: { codecs: ['pcm'], copies: words('pcm_s16le pcm_s24le'), rates: [48_000] },
	},
};

/** Sounds, by the product's names of their formats. */
export const audioContainers: Readonly<Record<string, Container>> = {
	// The version of its tags that Windows reads too.
	mp3: {
		...plain('mp3', 'mp3', 'mp3'),
		muxer: ['-f', 'mp3', '-id3v2_version', '3'],
		chapters: true,
		cover: true,
	},
	m4a: apple,
	m4b: apple,
	m4r: apple,
	aac: plain('adts', 'aac', 'aac'),
	wav: {
		...plain('wav', 'pcm', 'pcm_s16le pcm_s24le pcm_s32le pcm_f32le pcm_u8'),
		// Above four gigabytes it needs another kind of header.
		muxer: ['-f', 'wav', '-rf64', 'auto'],
	},
	flac: { ...plain('flac', 'flac', 'flac'), cover: true },
	ogg,
	oga: ogg,
	opus: { ...plain('opus', 'opus', 'opus'), chapters: true },
	spx: plain('spx', 'speex', 'speex'),
	weba: { muxer: ['-f', 'webm'], audio: webmAudio, chapters: true },
	mka: { muxer: ['-f', 'matroska'], audio: mkv.audio, chapters: true },
	wma: { ...plain('asf', 'wma', 'wmav1 wmav2 wmapro'), chapters: true },
	aiff: {
		...plain('aiff', 'pcm-be', 'pcm_s16be pcm_s24be pcm_s32be'),
		muxer: ['-f', 'aiff', '-write_id3v2', '1'],
		cover: true,
	},
	ac3: plain('ac3', 'ac3', 'ac3'),
	eac3: plain('eac3', 'eac3', 'eac3'),
	mp2: plain('mp2', 'mp2', 'mp2'),
	au: plain('au', 'pcm-be', 'pcm_s16be pcm_s24be'),
	caf: plain('caf', 'pcm', 'pcm_s16le pcm_s16be pcm_s24le pcm_s24be alac'),
	voc: plain('voc', 'voc', 'pcm_s16le pcm_u8'),
	tta: plain('tta', 'tta', 'tta'),
	wv: plain('wv', 'wavpack', 'wavpack'),
	w64: plain('w64', 'pcm', 'pcm_s16le pcm_s24le pcm_s32le pcm_f32le'),
};
