import path from 'node:path';
import { EngineError, InvalidFileError, InvalidOptionError } from '../../errors.ts';
import { followProgress } from '../command/follow-progress.ts';
import { guardedInput } from '../ffmpeg/formats.ts';
import { probeVideo } from '../ffmpeg/probe-video.ts';
import { takeFrame } from '../ffmpeg/take-frame.ts';
import type { FileHandler } from '../file-task.ts';
import { longLived } from '../limits.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import { measurePicture } from '../sharp/measure-picture.ts';
import { makeOverlay } from './make-overlay.ts';
import type { StampTools } from './stamp-pages.ts';

const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p'];
const quickStart = ['-movflags', '+faststart'];

/** How each format is written; sound is taken over as it is. */
const encoders: Readonly<Record<string, readonly string[]>> = {
	mp4: [...h264, ...quickStart, '-f', 'mp4'],
	m4v: [...h264, ...quickStart, '-f', 'mp4'],
	mov: [...h264, ...quickStart, '-f', 'mov'],
	mkv: [...h264, '-f', 'matroska'],
	webm: [
		...['-c:v', 'libvpx-vp9', '-crf', '30', '-b:v', '0', '-deadline', 'realtime'],
		...['-cpu-used', '6', '-row-mt', '1', '-pix_fmt', 'yuv420p', '-f', 'webm'],
	],
};

/** Marks all of a video. */
export const watermarkVideo =
	(tools: StampTools): FileHandler<'watermark'> =>
	async (params, task) => {
		const { input, workspace, signal, warn } = task;
		const { sandbox } = tools;
		if (params.pages !== undefined)
			warn(`Parameter "pages" has no effect: "${input.filename}" is a video and has no pages.`);
		if (params.layer === 'below')
			throw new InvalidOptionError(
				'layer',
				'below',
				`"${input.filename}" is a video, which lets nothing through; it must be "above"`,
			);
		await probeVideo(sandbox, task);
		const frame = await takeFrame(sandbox, task, 0);
		if (!frame) throw new InvalidFileError(input.filename, 'holds no picture that can be read.');
		const size = await measurePicture(tools.images, {
			...task,
			input: { ...input, path: frame, format: 'png' },
		});
		const { overlay, font } = await makeOverlay(tools, params, size, {
			...task,
			progress: () => undefined,
		});
		const filename = nameWithFormat(input.filename, input.format);
		const output = path.join(workspace.output, filename);
		const visible = (file: string) => `file:${sandbox.visible(file, workspaceMounts(workspace))}`;
		const ended = await runProgram(sandbox, {
			path: '/usr/bin/ffmpeg',
			args: [
				...['-nostdin', '-hide_banner', ...guardedInput, '-i', visible(input.path)],
				...['-i', visible(overlay), '-filter_complex'],
				// Square pixels as the mark has them; H.264 takes even sides only.
				`[0:V:0]scale=trunc(iw*sar):ih,setsar=1[v];[v][1:v]overlay=format=auto,crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0[out]`,
				...['-map', '[out]', '-map', '0:a?', '-c:a', 'copy'],
				...[...(encoders[input.format] ?? []), '-y', visible(output)],
			],
			workspace,
			signal,
			limits: longLived,
			onMessage: followProgress(task.progress),
		});
		if (ended.exitCode !== 0)
			throw new EngineError('ffmpeg', `failed on "${input.filename}".`, {
				cause: new Error(ended.stderr),
			});
		return { files: [{ filename, path: output }], facts: { ...size, ...(font && { font }) } };
	};
