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
	readonly messages: string;
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
	let done = 0;
	const ended = await runProgram(sandbox, {
		path: '/usr/bin/ffmpeg',
		args: ['-nostdin', '-hide_banner', '-v', 'info', ...args],
		workspace,
		signal,
		limits: longLived,
		onMessage: (text) => {
			report(text);
			done = secondsDone(text) ?? done;
		},
	});
	if (ended.exitCode === 0) return { seconds: done, messages: ended.stderr };
	const cause = new Error(ended.stderr);
	if (/allocate memory/i.test(ended.stderr))
		throw new EngineError(
			'ffmpeg',
			`needs more memory for "${input.filename}" than it may have: make its frames smaller, or choose another codec.`,
			{ cause },
		);
	if (ended.exitCode !== 1 || ownFaults.test(ended.stderr))
		throw new EngineError('ffmpeg', `failed on "${input.filename}".`, { cause });
	throw new InvalidFileError(
		input.filename,
		`cannot be read as ${input.format}: it is damaged or of another format.`,
		{ cause },
	);
}

/** It opened the file, and then could not write. */
const ownFaults =
	/Error initializing (?:output|complex|filter|a simple)|Could not write header|opening encoder|Unknown encoder|Unrecognized option/;
