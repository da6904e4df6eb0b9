import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';
import { animate } from './animate.ts';
import { audioContainers, videoContainers } from './containers.ts';
import { checkDamage } from './damage.ts';
import { guardedInput } from './formats.ts';
import type { Job } from './job.ts';
import { mediaFacts } from './media-facts.ts';
import { planAudio } from './plan-audio.ts';
import { planExtras } from './plan-extras.ts';
import { planVideo } from './plan-video.ts';
import { type Media, probeMedia } from './probe-media.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { trim } from './trim.ts';

/** What conversions of video and sound are made of. */
export interface MediaTools {
	readonly sandbox: Sandbox;
	/** Measures the animations that FFmpeg writes and does not read. */
	readonly images: WarmPool;
}

/** Converts videos and sounds, and animations to videos. */
export const convertMedia =
	(tools: MediaTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input, workspace } = task;
		const { sandbox } = tools;
		const media = await probeMedia(sandbox, task);
		const part = trim(params, media.duration);
		const { output_format } = params;
		const container = videoContainers[output_format] ?? audioContainers[output_format];
		if (!container) return animate(tools, params, { media, trim: part }, task);
		const job: Job = { params, media, container, trim: part };
		demandTracks(job, task);
		const filename = nameWithFormat(input.filename, output_format);
		const output = path.join(workspace.output, filename);
		const visible = (file: string) => `file:${sandbox.visible(file, workspaceMounts(workspace))}`;
		const plan = [...planVideo(job, task), ...planAudio(job, task), ...planExtras(job, task)];
		const written = await runFfmpeg(
			sandbox,
			[
				// Old formats do not say when each frame is shown, only in which order.
				...['-fflags', '+genpts', ...guardedInput, ...part.from, '-i', visible(input.path)],
				...[...plan, ...part.long, ...container.muxer, '-y', visible(output)],
			],
			task,
			part.length,
		);
		const facts = await mediaFacts(sandbox, job, task, output);
		checkDamage(job, container.video ? 'video' : 'sound', task, written);
		return { files: [{ filename, path: output }], facts };
	};

function demandTracks({ media, container }: Job, { input }: Pick<FileTask, 'input'>): void {
	const wanted: keyof Media = container.video ? 'video' : 'sounds';
	if (wanted === 'video' && !media.video)
		throw new InvalidFileError(input.filename, 'holds no video.');
	if (wanted === 'sounds' && media.sounds.length === 0)
		throw new InvalidFileError(input.filename, 'holds no sound.');
}
