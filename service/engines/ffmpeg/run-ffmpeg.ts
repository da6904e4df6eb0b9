import { EngineError, InvalidFileError } from '../../errors.ts';
import { followProgress, secondsDone } from '../command/follow-progress.ts';
import type { FileTask } from '../file-task.ts';
import { longLived } from '../limits.ts';
import { runProgram } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** What FFmpeg said of its work. */
export interface Written {
	/** Seconds that it wrote. */
	readonly seconds: number;
	/** Whether it passed over parts of the input that it could not read. */
	readonly isDamaged: boolean;
}

/**
 * Runs FFmpeg on a file to its end.
 * @throws InvalidFileError when the file cannot be read.
 * @throws EngineError when it fails otherwise.
 */
export async function runFfmpeg(
	sandbox: Sandbox,
	args: readonly string[],
	{ input, workspace, signal, progress }: FileTask,
	/** How long the result will be, where that is known; else it is as long as the inputs. */
	seconds?: number,
): Promise<Written> {
	const report = followProgress(progress, seconds);
	const written = { seconds: 0, isDamaged: false };
	// The end says why it failed, after hours of progress.
	let said = '';
	const ended = await runProgram(sandbox, {
		path: '/usr/bin/ffmpeg',
		args: ['-nostdin', '-hide_banner', '-v', 'info', ...args],
		workspace,
		signal,
		limits: longLived,
		onMessage: (text) => {
			report(text);
			said = (said + text).slice(-20_000);
			written.seconds = secondsDone(text) ?? written.seconds;
			written.isDamaged ||= damage.test(text);
		},
	});
	if (ended.exitCode === 0) return written;
	const cause = new Error(said);
	if (/allocate memory/i.test(said))
		throw new EngineError(
			'ffmpeg',
			`needs more memory for "${input.filename}" than it may have: make its frames smaller, or choose another codec.`,
			{ cause },
		);
	const isUnreadable = ended.exitCode === 1 || ended.exitCode === tooManyErrors;
	if (!isUnreadable || ownFaults.test(said))
		throw new EngineError('ffmpeg', `failed on "${input.filename}".`, { cause });
	throw new InvalidFileError(
		input.filename,
		`cannot be read as ${input.format}: it is damaged or of another format.`,
		{ cause },
	);
}

/** How it ends where most of a file cannot be decoded. */
const tooManyErrors = 69;

/** It opened the file, and then could not write. */
const ownFaults =
	/Error initializing (?:output|complex|filter|a simple)|Could not write header|opening encoder|Unknown encoder|Unrecognized option/;

const damage = /Error while decoding|concealing \d+|partial file|File ended prematurely|corrupt/i;
