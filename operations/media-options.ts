import * as z from 'zod';

/** Videos, by the product's names of their formats. */
export const videoFormats =
	'mp4 m4v mov 3gp 3g2 mkv webm avi mpg mts ts vob flv f4v wmv asf ogv mxf'.split(' ');
const sounds = (
	'mp3 m4a m4b m4r aac wav flac ogg opus oga spx wma aiff ac3 eac3 mp2 au caf mka weba ' +
	'tta wv voc w64'
).split(' ');

const animations = ['gif', 'webp'];

const video = { showFor: { output_format: videoFormats } };
const moving = { showFor: { output_format: [...videoFormats, ...animations] } };
const sound = { showFor: { output_format: [...videoFormats, ...sounds] } };
const media = { showFor: { output_format: [...videoFormats, ...animations, ...sounds] } };

const moment = z
	.string()
	.trim()
	.regex(/^(?:(?:\d{1,4}:)?\d{1,4}:)?\d{1,7}(?:\.\d{1,9})?$/, {
		error: 'must be a time such as "00:00:05.2" or seconds such as "5.2"',
	});
const kilobits = z.number().int().min(1).max(200_000).optional();

/** How video and sound are written; each is left to the format when it is not given. */
export const mediaOptions = {
	video_codec: z
		.enum(['copy', 'x264', 'x265', 'vp8', 'vp9', 'av1'])
		.optional()
		.meta({
			title: 'Video Codec',
			description:
				'How the picture is encoded. Copy keeps it as it is, which is fast and loses nothing.',
			labels: {
				copy: 'Copy',
				x264: 'H.264',
				x265: 'H.265',
				vp8: 'VP8',
				vp9: 'VP9',
				av1: 'AV1',
			},
			...video,
		}),
	crf: z
		.number()
		.int()
		.min(0)
		.max(63)
		.optional()
		.meta({
			title: 'CRF',
			description:
				'The quality of the video, from 0 (best) to 51 with H.264 and H.265, to 63 with VP8, VP9 and AV1.',
			...video,
		}),
	preset: z
		.enum([
			...(['ultrafast', 'superfast', 'veryfast', 'faster', 'fast'] as const),
			...(['medium', 'slow', 'slower', 'veryslow'] as const),
		])
		.optional()
		.meta({
			title: 'Preset',
			description: 'How much time encoding takes: slower ones make smaller files.',
			labels: {
				...{ ultrafast: 'Ultra Fast', superfast: 'Super Fast', veryfast: 'Very Fast' },
				...{ faster: 'Faster', fast: 'Fast', medium: 'Medium' },
				...{ slow: 'Slow', slower: 'Slower', veryslow: 'Very Slow' },
			},
			...video,
		}),
	video_bitrate: kilobits.meta({
		title: 'Video Bitrate',
		description: 'Kilobits a second of the picture, instead of CRF.',
		...video,
	}),
	fps: z
		.number()
		.min(0.1)
		.max(240)
		.optional()
		.meta({
			title: 'Frame Rate',
			description:
				'Pictures a second. That of the input when empty, and at most 25 in a GIF or WebP.',
			...moving,
		}),
	audio_codec: z
		.enum(['copy', 'none', 'aac', 'mp3', 'opus', 'vorbis', 'flac', 'ac3'])
		.optional()
		.meta({
			title: 'Audio Codec',
			description:
				'How the sound is encoded. Copy keeps it as it is; none leaves it out of a video.',
			labels: {
				...{ copy: 'Copy', none: 'None', aac: 'AAC', mp3: 'MP3', opus: 'Opus' },
				...{ vorbis: 'Vorbis', flac: 'FLAC', ac3: 'AC-3' },
			},
			...sound,
		}),
	audio_bitrate: z
		.number()
		.int()
		.min(1)
		.max(2000)
		.optional()
		.meta({
			title: 'Audio Bitrate',
			description: 'Kilobits a second of the sound.',
			...sound,
		}),
	channels: z
		.number()
		.int()
		.min(1)
		.max(8)
		.optional()
		.meta({
			title: 'Channels',
			description:
				'How many channels of sound: 1 for mono, 2 for stereo. Those of the input when empty.',
			...sound,
		}),
	sample_rate: z
		.number()
		.int()
		.min(8000)
		.max(192_000)
		.optional()
		.meta({
			title: 'Sample Rate',
			description: 'Samples a second, such as 44100. Those of the input when empty.',
			...sound,
		}),
	volume: z
		.number()
		.min(0)
		.max(10)
		.optional()
		.meta({
			title: 'Volume',
			description: 'How loud the sound is: 1 as in the input, 2 twice as loud.',
			...sound,
		}),
	trim_start: moment.optional().meta({
		title: 'Trim Start',
		description: 'Where the result begins in the input.',
		placeholder: '00:00:05.2',
		...media,
	}),
	trim_end: moment.optional().meta({
		title: 'Trim End',
		description: 'Where the result ends in the input.',
		placeholder: '00:01:00',
		...media,
	}),
} as const;
