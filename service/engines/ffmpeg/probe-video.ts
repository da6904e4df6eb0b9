import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { guardedInput } from './formats.ts';

const report = z.object({
	streams: z.array(z.object({ duration: z.coerce.number().optional() })).default([]),
	format: z.object({ duration: z.coerce.number().optional() }).default({}),
});

/**
 * How long the video of a file is, in seconds; undefined where nothing tells.
 * @throws InvalidFileError when it is no video or cannot be read.
 */
export async function probeVideo(
	sandbox: Sandbox,
	{ input, workspace, signal }: FileTask,
): Promise<{ duration: number | undefined }> {
	const ended = await runProgram(sandbox, {
		path: '/usr/bin/ffprobe',
		args: [
			...['-v', 'error', ...guardedInput, '-select_streams', 'V:0'],
			...['-show_entries', 'stream=duration:format=duration', '-of', 'json'],
			...['-i', `file:${sandbox.visible(input.path, workspaceMounts(workspace))}`],
		],
		workspace,
		signal,
	});
	if (ended.exitCode !== 0)
		throw new InvalidFileError(
			input.filename,
			`cannot be read as ${input.format}: it is damaged or of another format.`,
			{ cause: new Error(ended.stderr) },
		);
	const { streams, format } = report.parse(JSON.parse(ended.stdout));
	const [stream] = streams;
	if (!stream) throw new InvalidFileError(input.filename, 'holds no video.');
	return { duration: stream.duration ?? format.duration };
}
