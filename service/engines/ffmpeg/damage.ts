import { InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { Job } from './job.ts';
import type { Written } from './run-ffmpeg.ts';

/**
 * Warns of parts that could not be read.
 * @throws InvalidFileError when the input broke off before its end.
 */
export function checkDamage(
	job: Pick<Job, 'media' | 'trim'>,
	kind: 'video' | 'sound',
	{ input, warn }: Pick<FileTask, 'input' | 'warn'>,
	{ seconds, isDamaged }: Written,
): void {
	const expected = expectedSeconds(job, kind);
	if (expected !== undefined && seconds < expected * 0.9 - 0.5)
		throw new InvalidFileError(
			input.filename,
			`ends after ${seconds.toFixed(1)} of ${expected.toFixed(1)} seconds: it is damaged or was cut off.`,
		);
	if (isDamaged) warn(`Parts of "${input.filename}" are damaged or missing and could not be read.`);
}

/** How long the result is at least, where the input says so for certain. */
function expectedSeconds(
	{ media, trim }: Pick<Job, 'media' | 'trim'>,
	kind: 'video' | 'sound',
): number | undefined {
	if (!indexed.test(media.container)) return undefined;
	const track = kind === 'video' ? media.video : media.sounds[0];
	const ends = track?.duration ?? (kind === 'video' ? media.duration : undefined);
	return ends === undefined ? undefined : Math.min(trim.length ?? ends, ends - trim.start);
}

/** Readers that know from a header how long a file is; others guess from its size. */
const indexed = /mov|matroska|avi|asf|flv|^wav$|w64|aiff|caf|^au$|flac|tta|wv|ape|mxf/;
