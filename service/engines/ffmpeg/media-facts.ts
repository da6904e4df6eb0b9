import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Job } from './job.ts';
import { probeMedia } from './probe-media.ts';

/**
 * What is in a file that was made, read back from it: seconds, pixels, codecs.
 * @throws InvalidFileError when there is nothing in it.
 */
export async function mediaFacts(sandbox: Sandbox, job: Job, task: FileTask, made: string) {
	const { input } = task;
	const { output_format } = job.params;
	const result = await probeMedia(sandbox, {
		...task,
		input: { ...input, path: made, format: output_format },
	}).catch((cause) => {
		task.signal.throwIfAborted();
		throw new EngineError('ffmpeg', `made no ${output_format} of "${input.filename}".`, { cause });
	});
	const { video, sounds } = result;
	// Subtitles may go on after all else has ended.
	const lasting = Math.max(...[video, ...sounds].map((track) => track?.duration ?? 0));
	const duration = lasting || result.duration;
	const isWhole = (!job.container.video || video) && (job.container.video || sounds.length > 0);
	if (!isWhole || duration === 0)
		throw new InvalidFileError(input.filename, 'holds nothing that can be shown or heard.');
	return {
		...(duration !== undefined && { duration: round(duration) }),
		...(video && { width: video.width, height: video.height, video_codec: video.codec }),
		...(sounds[0] && { audio_codec: sounds[0].codec }),
		...(result.title && { title: result.title }),
	};
}

function round(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}
