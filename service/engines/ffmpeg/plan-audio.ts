import type { Params } from '@filemill/operations';
import { InvalidOptionError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { type AudioCodec, type AudioEncoder, audioEncoders } from './audio-encoders.ts';
import type { Container } from './containers.ts';
import { type Job, oneOf } from './job.ts';
import type { AudioTrack } from './probe-media.ts';
import { isWhole } from './trim.ts';

/**
 * How the sound of a file is written: each track that the format has room for is taken over as it is where the format
 * can hold it and nothing about it is to change, else encoded.
 * @throws InvalidOptionError when the format cannot hold what is asked for.
 */
export function planAudio(job: Job, task: Pick<FileTask, 'input' | 'warn'>): string[] {
	const { params, media, container } = job;
	const { output_format, audio_codec } = params;
	if (audio_codec === 'none') {
		if (container.video) return [];
		throw new InvalidOptionError('audio_codec', 'none', `${output_format} is nothing but sound`);
	}
	const { length } = media.sounds;
	const kept = media.sounds.slice(0, container.audio.several ? maxTracks : 1);
	if (kept.length < length)
		task.warn(
			`"${task.input.filename}" has ${length} tracks of sound; the ${output_format} has ${kept.length === 1 ? 'only the first' : `the first ${kept.length}`}.`,
		);
	const idle = changes.find((name) => params[name] !== undefined);
	if (idle && kept.length === 0)
		task.warn(`Parameter "${idle}" has no effect: "${task.input.filename}" has no sound.`);
	return kept.flatMap((track, index) => [
		...['-map', `0:${track.index}`],
		...(isCopied(job, track, container.audio, task)
			? [`-c:a:${index}`, 'copy']
			: encode(track, index, params, container.audio, task)),
	]);
}

/** More than any film has. */
export const maxTracks = 32;

/** Parameters that need the sound encoded. */
const changes = ['audio_bitrate', 'channels', 'sample_rate', 'volume'] as const;

function isCopied(
	{ params, trim }: Job,
	track: AudioTrack,
	{ codecs, copies, rates }: Container['audio'],
	{ input }: Pick<FileTask, 'input'>,
): boolean {
	const { output_format, audio_codec } = params;
	const changed = changes.find((name) => params[name] !== undefined);
	const fits = copies.includes(track.codec) && (rates?.includes(track.rate) ?? true);
	if (audio_codec === undefined && !changed && isWhole(trim)) return fits;
	if (audio_codec !== 'copy') return false;
	if (changed)
		throw new InvalidOptionError(
			changed,
			params[changed],
			'it has no effect on sound that "audio_codec" has copied; leave one of them out',
		);
	if (!fits)
		throw new InvalidOptionError(
			'audio_codec',
			'copy',
			`${output_format} cannot hold the ${track.codec} of "${input.filename}"; leave it out, and it is encoded as ${oneOf(codecs.slice(0, 1))}`,
		);
	return true;
}

function encode(
	track: AudioTrack,
	index: number,
	params: Params<'convert'>,
	kind: Container['audio'],
	{ warn }: Pick<FileTask, 'warn'>,
): string[] {
	const codec = chooseCodec(params, kind);
	const encoder = audioEncoders[codec];
	const channels = chooseChannels(track, params, codec, encoder, warn);
	const rate = chooseRate(track, params, codec, kind.rates ?? encoder.rates);
	const filters = [
		...(params.volume === undefined ? [] : [`volume=${params.volume}`]),
		// Of the many ways to place speakers, these codecs know one for each number of them.
		...(channels > 2 && ['opus', 'vorbis'].includes(codec)
			? [`aformat=channel_layouts=${layouts}`]
			: []),
	];
	const options = {
		c: encoder.encoder,
		...(bitrate(params, codec, encoder, channels) ??
			encoder.usual?.({ channels, deep: track.deep })),
		// Where a file does not say which speakers it has, this says that they are the usual ones.
		...((channels !== track.channels || channels < 3) && { ac: `${channels}` }),
		...(rate !== track.rate && { ar: `${rate}` }),
		...(filters.length > 0 && { filter: filters.join(',') }),
	};
	return Object.entries(options).flatMap(([name, value]) => [`-${name}:a:${index}`, value]);
}

const layouts = '3.0|quad|5.0|5.1|6.1|7.1';

function chooseCodec(
	{ audio_codec, output_format }: Params<'convert'>,
	{ codecs }: Container['audio'],
): AudioCodec {
	const codec = codecs.find((one) => one === audio_codec);
	if (codec) return codec;
	if (audio_codec === undefined) return codecs[0];
	throw new InvalidOptionError(
		'audio_codec',
		audio_codec,
		`${output_format} cannot hold it; it must be ${oneOf([...codecs.filter(isOffered), 'copy'])}, or left out`,
	);
}

/** Whether a client can ask for it. */
function isOffered(codec: AudioCodec): boolean {
	return ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'ac3'].includes(codec);
}

function chooseChannels(
	track: AudioTrack,
	{ channels: asked }: Params<'convert'>,
	codec: AudioCodec,
	{ channels: most }: AudioEncoder,
	warn: FileTask['warn'],
): number {
	if (asked !== undefined && asked > most)
		throw new InvalidOptionError('channels', asked, `${codec} has at most ${most}`);
	if (asked === undefined && track.channels > most)
		warn(`${track.channels} channels of sound became ${most}, because ${codec} has no more.`);
	return asked ?? Math.min(track.channels, most);
}

function chooseRate(
	track: AudioTrack,
	{ sample_rate: asked }: Params<'convert'>,
	codec: AudioCodec,
	rates: readonly number[] | undefined,
): number {
	const wanted = asked ?? track.rate;
	if (!rates || rates.includes(wanted)) return wanted;
	if (asked !== undefined)
		throw new InvalidOptionError('sample_rate', asked, `${codec} has ${rates.join(', ')}`);
	return rates.find((rate) => rate > wanted) ?? rates.at(-1) ?? wanted;
}

function bitrate(
	{ audio_bitrate }: Params<'convert'>,
	codec: AudioCodec,
	{ kilobits }: AudioEncoder,
	channels: number,
): Readonly<Record<string, string>> | undefined {
	if (audio_bitrate === undefined || !kilobits) return undefined;
	const [min, highest, each] = kilobits;
	const max = each ? highest * channels : highest;
	if (audio_bitrate < min || audio_bitrate > max)
		throw new InvalidOptionError(
			'audio_bitrate',
			audio_bitrate,
			`${codec} takes ${min} to ${max} kilobits a second for ${channels === 1 ? 'one channel' : `${channels} channels`}`,
		);
	return { b: `${audio_bitrate}k` };
}
