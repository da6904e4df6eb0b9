import { InvalidFileError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { Sandbox } from '../sandbox.ts';
import { probeMedia } from './probe-media.ts';

/**
 * How long the video of a file is, in seconds; undefined where nothing tells.
 * @throws InvalidFileError when it is no video or cannot be read.
 */
export async function probeVideo(
	sandbox: Sandbox,
	task: Pick<FileTask, 'input' | 'workspace' | 'signal'>,
): Promise<{ duration: number | undefined }> {
	const { video, duration } = await probeMedia(sandbox, task);
	if (!video) throw new InvalidFileError(task.input.filename, 'holds no video.');
	return { duration: video.duration ?? duration };
}
