import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileTask } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { guardedInput } from './formats.ts';

/** The frame of a video that is seen at a moment, upright and with square pixels, as a PNG; undefined where there is none. */
export async function takeFrame(
	sandbox: Sandbox,
	{ input, workspace, signal }: FileTask,
	seconds: number,
): Promise<string | undefined> {
	const frame = path.join(workspace.tmp, `frame-${seconds}.png`);
	const mounts = workspaceMounts(workspace);
	// The last frame begins before the end, so that after it there is none to begin with.
	const attempts = [
		{ from: jump(seconds), length: ['-frames:v', '1'] },
		{ from: jump(seconds - 2), length: ['-t', '2'] },
		// In some files there is no jumping; they are read from their beginning.
		{ from: [], length: ['-ss', `${seconds}`, '-frames:v', '1'] },
	];
	for (const { from, length } of attempts) {
		await runProgram(sandbox, {
			path: '/usr/bin/ffmpeg',
			args: [
				...['-nostdin', '-v', 'error', ...guardedInput, ...from],
				...['-i', `file:${sandbox.visible(input.path, mounts)}`, '-map', '0:V:0', ...length],
				...['-vf', 'scale=trunc(iw*sar):ih,setsar=1', '-f', 'image2', '-update', '1'],
				...['-c:v', 'png', '-compression_level', '1', '-y'],
				`file:${sandbox.visible(frame, mounts)}`,
			],
			workspace,
			signal,
		});
		const made = await stat(frame).catch(() => undefined);
		if (made && made.size > 0) return frame;
	}
	return undefined;
}

function jump(seconds: number): string[] {
	return seconds > 0 ? ['-ss', `${seconds}`] : [];
}
