import path from 'node:path';
import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import { convertParams } from '../convert-params.ts';
import { videoContainers } from '../ffmpeg/containers.ts';
import { ordinary, progressive } from '../ffmpeg/filters.ts';
import { guardedInput } from '../ffmpeg/formats.ts';
import { planAudio } from '../ffmpeg/plan-audio.ts';
import { planExtras } from '../ffmpeg/plan-extras.ts';
import { probeMedia, type VideoTrack } from '../ffmpeg/probe-media.ts';
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts';
import { takeFrame } from '../ffmpeg/take-frame.ts';
import { trim } from '../ffmpeg/trim.ts';
import { type VideoCodec, type VideoQuality, videoEncoders } from '../ffmpeg/video-encoders.ts';
import type { FileHandler } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { workspaceMounts } from '../run-program.ts';
import { measurePicture } from '../sharp/measure-picture.ts';
import { makeOverlay } from './make-overlay.ts';
import type { StampTools } from './stamp-pages.ts';

/** Marks all of a video. */
export const watermarkVideo =
	(tools: StampTools): FileHandler<'watermark'> =>
	async (params, task) => {
		const { input, workspace, warn } = task;
		const { sandbox } = tools;
		if (params.pages !== undefined)
			warn(`Parameter "pages" has no effect: "${input.filename}" is a video and has no pages.`);
		if (params.layer === 'below')
			throw new InvalidOptionError(
				'layer',
				'below',
				`"${input.filename}" is a video, which lets nothing through; it must be "above"`,
			);
		const media = await probeMedia(sandbox, task);
		const container = videoContainers[input.format];
		if (!media.video || !container?.video)
			throw new InvalidFileError(input.filename, 'holds no video.');
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
		const job = {
			params: convertParams(input.format),
			media,
			container,
			trim: trim({}, undefined),
		};
		const [codec] = container.video.codecs;
		const picture = { ...size, deep: false };
		await runFfmpeg(
			sandbox,
			[
				...[...guardedInput, '-i', visible(input.path), '-i', visible(overlay)],
				...['-filter_complex', overlaid(media.video), '-map', '[out]'],
				...videoEncoders[codec].args(quality[codec] ?? {}, picture),
				...[...(container.video.args?.[codec] ?? []), ...planAudio(job, task)],
				...[...planExtras(job, task), ...container.muxer, '-y', visible(output)],
			],
			task,
		);
		return { files: [{ filename, path: output }], facts: { ...size, ...(font && { font }) } };
	};

/** Close to what there was, since it is encoded once more. */
const quality: Readonly<Partial<Record<VideoCodec, VideoQuality>>> = {
	x264: { preset: 'veryfast', crf: 18 },
	vp9: { preset: 'veryfast', crf: 30 },
};

function overlaid(video: VideoTrack): string {
	// Square pixels as the mark has them; most codecs take even sides only.
	const below = [...progressive(video), 'scale=trunc(iw*sar):ih', 'setsar=1', ...ordinary(video)];
	const marked = ['overlay=format=auto', 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'];
	return `[0:${video.index}]${below.join()}[v];[v][1:v]${marked.join()}[out]`;
}
