import type { FileTask } from '../file-task.ts';
import type { Container } from './containers.ts';
import type { Job } from './job.ts';
import { maxTracks } from './plan-audio.ts';

/** How subtitles, the picture of an album and chapters go along; what the format has no room for is warned of. */
export function planExtras(job: Job, task: Pick<FileTask, 'input' | 'warn'>): string[] {
	const { params, media, container } = job;
	const left: string[] = [];
	const subtitles = media.subtitles.slice(0, maxTracks).flatMap(({ index, codec }) => {
		const form = subtitleForm(codec, container);
		if (form) return [{ index, form }];
		if (container.video) left.push('subtitles');
		return [];
	});
	const cover = container.cover && covers.has(media.cover?.codec ?? '') ? media.cover : undefined;
	if (media.cover && !cover) left.push('cover picture');
	if (media.chapters > 0 && !container.chapters) left.push('chapters');
	if (left.length > 0)
		task.warn(
			`${params.output_format} has no room for all of "${task.input.filename}"; left out: ${[...new Set(left)].join(', ')}.`,
		);
	return [
		...subtitles.flatMap(({ index, form }, place) => [
			...['-map', `0:${index}`, `-c:s:${place}`, form],
		]),
		...(cover
			? ['-map', `0:${cover.index}`, '-c:v:0', 'copy', '-disposition:v:0', 'attached_pic']
			: []),
		// Fonts of subtitles.
		...(params.output_format === 'mkv' ? ['-map', '0:t?', '-c:t', 'copy'] : []),
		// Ogg says of its first stream what others say of the file.
		...(media.container === 'ogg' ? ['-map_metadata', '0:s:0'] : []),
		// What a file of the MP4 family says of its own format is not true of another.
		...['major_brand', 'minor_version', 'compatible_brands'].flatMap((name) => [
			...['-metadata', `${name}=`],
		]),
	];
}

const texts = new Set(['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text']);
const drawings = new Set(['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle']);
const covers = new Set(['mjpeg', 'png']);

/** The codec that a subtitle becomes; undefined where it cannot stay. */
function subtitleForm(codec: string, { subtitles, drawnSubtitles }: Container): string | undefined {
	if (drawings.has(codec)) return drawnSubtitles ? 'copy' : undefined;
	if (!texts.has(codec) || !subtitles) return undefined;
	// Matroska holds all of them but that of MP4 as they are.
	const isKept = codec === subtitles || (subtitles === 'subrip' && codec !== 'mov_text');
	return isKept ? 'copy' : subtitles;
}
