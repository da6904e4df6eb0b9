import type { Params } from '@filemill/operations';

/** Codecs of sound by the names that clients use, and those that only one format has. */
export type AudioCodec =
	| Exclude<NonNullable<Params<'convert'>['audio_codec']>, 'copy' | 'none'>
	| 'eac3'
	| 'mp2'
	| 'wma'
	| 'speex'
	| 'tta'
	| 'wavpack'
	| 'pcm'
	| 'pcm-be'
	| 'voc';

/** How a codec is written. */
export interface AudioEncoder {
	readonly encoder: string;
	/** FFmpeg's name of what comes out. */
	readonly codec: string;
	readonly channels: number;
	/** Samples a second that it can have, in order; any where it does not say. */
	readonly rates?: readonly number[];
	/** Kilobits a second that it can have, for each channel where it says so; undefined where it loses nothing. */
	readonly kilobits?: readonly [min: number, max: number, each?: 'channel'];
	/** Options where no bitrate is asked for. */
	usual?(sound: { channels: number; deep: boolean }): Readonly<Record<string, string>>;
}

const cd = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const dolby = [32_000, 44_100, 48_000];

/** How each codec is written. */
export const audioEncoders: Readonly<Record<AudioCodec, AudioEncoder>> = {
	aac: {
		...{ encoder: 'aac', codec: 'aac', channels: 8, kilobits: [8, 256, 'channel'] },
		rates: [...cd, 64_000, 88_200, 96_000],
		usual: ({ channels }) => ({ b: `${96 * channels}k` }),
	},
	mp3: {
		...{ encoder: 'libmp3lame', codec: 'mp3', channels: 2, rates: cd, kilobits: [8, 320] },
		usual: () => ({ q: '2' }),
	},
	opus: {
		...{ encoder: 'libopus', codec: 'opus', channels: 8, kilobits: [6, 256, 'channel'] },
		rates: [8000, 12_000, 16_000, 24_000, 48_000],
		usual: ({ channels }) => ({ b: `${64 * channels}k` }),
	},
	vorbis: {
		...{ encoder: 'libvorbis', codec: 'vorbis', channels: 8, kilobits: [32, 240, 'channel'] },
		rates: [...cd, 64_000, 88_200, 96_000, 176_400, 192_000],
		usual: () => ({ q: '5' }),
	},
	flac: {
		...{ encoder: 'flac', codec: 'flac', channels: 8 },
		usual: ({ deep }) => ({ sample_fmt: deep ? 's32' : 's16' }),
	},
	ac3: {
		...{ encoder: 'ac3', codec: 'ac3', channels: 6, rates: dolby, kilobits: [32, 640] },
		usual: ({ channels }) => ({ b: channels > 2 ? '448k' : '192k' }),
	},
	eac3: {
		...{ encoder: 'eac3', codec: 'eac3', channels: 6, rates: dolby, kilobits: [32, 1024] },
		usual: ({ channels }) => ({ b: channels > 2 ? '448k' : '192k' }),
	},
	mp2: {
		...{ encoder: 'mp2', codec: 'mp2', channels: 2, kilobits: [32, 384] },
		rates: [16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
		usual: ({ channels }) => ({ b: `${96 * channels}k` }),
	},
	wma: {
		...{ encoder: 'wmav2', codec: 'wmav2', channels: 2, kilobits: [24, 320] },
		rates: cd,
		usual: () => ({ b: '192k' }),
	},
	speex: {
		...{ encoder: 'libspeex', codec: 'speex', channels: 2, kilobits: [4, 44] },
		rates: [8000, 16_000, 32_000],
	},
	tta: {
		...{ encoder: 'tta', codec: 'tta', channels: 8 },
		usual: ({ deep }) => ({ sample_fmt: deep ? 's32' : 's16' }),
	},
	wavpack: {
		...{ encoder: 'wavpack', codec: 'wavpack', channels: 8 },
		usual: ({ deep }) => ({ sample_fmt: deep ? 's32p' : 's16p' }),
	},
	pcm: {
		...{ encoder: 'pcm_s16le', codec: 'pcm_s16le', channels: 8 },
		usual: ({ deep }) => ({ c: deep ? 'pcm_s24le' : 'pcm_s16le' }),
	},
	'pcm-be': {
		...{ encoder: 'pcm_s16be', codec: 'pcm_s16be', channels: 8 },
		usual: ({ deep }) => ({ c: deep ? 'pcm_s24be' : 'pcm_s16be' }),
	},
	voc: { encoder: 'pcm_s16le', codec: 'pcm_s16le', channels: 2 },
};
