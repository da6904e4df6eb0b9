import type { Conversions } from '../formats.ts';
import { audioContainers, videoContainers } from './containers.ts';
import { videoEncoders } from './video-encoders.ts';

const words = (text: string) => text.split(' ');

const films = [...Object.keys(videoContainers), ...words('dv rm rmvb wtv nut gxf')];
const silent = words('m2v ivf y4m');
const sounds = [...Object.keys(audioContainers), ...words('amr ape dts dsf gsm mlp mpc ra thd')];

/** Videos, by the product's names of their formats. */
export const videoFormats: ReadonlySet<string> = new Set([...films, ...silent]);

/**
 * What FFmpeg may read of a stranger: files that are one piece. Playlists and lists of files are none, whatever they
 * are called, and no file leads to another or to an address.
 */
export const guardedInput = [
	'-protocol_whitelist',
	'file',
	'-format_whitelist',
	[
		'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,flv,live_flv,asf,asf_o,ogg,mxf',
		'dv,rm,wtv,nut,ivf,gxf,yuv4mpegpipe,gif',
		'mp3,aac,wav,w64,flac,aiff,ac3,eac3,au,caf,voc,tta,wv',
		'amr,amrnb,amrwb,ape,dts,dtshd,dsf,gsm,mlp,mpc,mpc8,truehd',
	].join(),
	'-max_pixels',
	'100000000',
] as const;

const cut = ['trim_start', 'trim_end'] as const;
const look = ['fps', 'width', 'height', 'fit', ...cut] as const;
const picture = [...look, 'video_codec', 'video_bitrate'] as const;
const modern = [...picture, 'crf', 'preset'] as const;
const lossless = [...cut, 'audio_codec', 'channels', 'sample_rate', 'volume'] as const;
const sound = [...lossless, 'audio_bitrate'] as const;

const withCrf = Object.entries(videoContainers).flatMap(([format, { video }]) =>
	video && videoEncoders[video.codecs[0]].crf ? [format] : [],
);
const others = Object.keys(videoContainers).filter((format) => !withCrf.includes(format));
const exact = words('wav flac aiff au caf voc tta wv w64');
const lossy = Object.keys(audioContainers).filter((format) => !exact.includes(format));

/** What FFmpeg converts. */
export const ffmpegConversions: readonly Conversions[] = [
	{ from: films, to: withCrf, options: [...modern, ...sound] },
	{ from: films, to: others, options: [...picture, ...sound] },
	{ from: [...videoFormats], to: ['gif'], options: look },
	{ from: [...videoFormats], to: ['webp'], options: [...look, 'quality'] },
	{ from: ['gif', ...silent], to: withCrf, options: modern },
	{ from: ['gif', ...silent], to: others, options: picture },
	{ from: [...films, ...sounds], to: lossy, options: sound },
	{ from: [...films, ...sounds], to: exact, options: lossless },
];
