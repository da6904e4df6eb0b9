import { stat } from 'node:fs/promises';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Job } from './job.ts';
import { probeMedia } from './probe-media.ts';

/**
 * What is in a file that was made, read back from it: seconds, pixels, codecs.
 * @throws InvalidFileError when the input broke off before its end.
 */
export async function mediaFacts(
	sandbox: Sandbox,
	job: Job,
	task: FileTask,
	made: { readonly path: string; readonly complaints: string },
) {
	const { input, warn } = task;
	const { output_format } = job.params;
	const { size } = await stat(made.path);
	const result = await probeMedia(sandbox, {
		...task,
		input: { ...input, path: made.path, size, format: output_format },
	}).catch((cause) => {
		task.signal.throwIfAborted();
		throw new EngineError('ffmpeg', `made no ${output_format} of "${input.filename}".`, { cause });
	});
	const { video, sounds, duration } = result;
	const isWhole = (!job.container.video || video) && (job.container.video || sounds.length > 0);
	if (!isWhole || duration === 0)
		throw new InvalidFileError(input.filename, 'holds nothing that can be shown or heard.');
	const expected = expectedSeconds(job);
	if (expected !== undefined && duration !== undefined && duration < expected * 0.9 - 0.5)
		throw new InvalidFileError(
			input.filename,
			`ends after ${round(duration)} of ${round(expected)} seconds: it is damaged or was cut off.`,
		);
	if (damage.test(made.complaints))
		warn(`Parts of "${input.filename}" are damaged and could not be read.`);
	return {
		...(duration !== undefined && { duration: round(duration) }),
		...(video && { width: video.width, height: video.height, video_codec: video.codec }),
		...(sounds[0] && { audio_codec: sounds[0].codec }),
		...(result.title && { title: result.title }),
	};
}

/** How long the result is at least, where the input says so for certain. */
function expectedSeconds({ media, container, trim }: Job): number | undefined {
	if (!indexed.test(media.container)) return undefined;
	const tracks = container.video ? [media.video, ...media.sounds] : media.sounds.slice(0, 1);
	const longest = Math.max(...tracks.map((track) => track?.duration ?? 0));
	const ends = longest > 0 ? longest : container.video && media.duration;
	if (ends === undefined) return undefined;
	return Math.min(trim.length ?? ends, ends - trim.start);
}

/** Readers that know from a header how long a file is; others guess from its size. */
const indexed = /mov|matroska|avi|asf|flv|^wav$|w64|aiff|caf|^au$|flac|tta|wv|ape|mxf/;

const damage = /Error while decoding|concealing \d+|partial file|File ended prematurely|corrupt/i;

function round(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}
