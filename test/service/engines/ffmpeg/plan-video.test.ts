import { describe, expect, it } from '@jest/globals';
import { planVideo } from '../../../../service/engines/ffmpeg/plan-video.ts';
import type { VideoTrack } from '../../../../service/engines/ffmpeg/probe-media.ts';
import { film, jobOf, pictures } from './job.ts';

type Options = Parameters<typeof jobOf>[1];

function plan(
	format: string,
	options: Options = {},
	video: Partial<VideoTrack> = {},
	container?: string,
) {
	const media = { ...film, video: { ...pictures, ...video }, ...(container && { container }) };
	const { job, task, warnings } = jobOf(format, options, media);
	return { args: planVideo(job, task).join(' '), warnings };
}

describe('planVideo', () => {
	it.each([
		['mp4', {}, undefined],
		['mkv', { codec: 'vp9' }, undefined],
		['mov', { turned: true }, undefined],
		['avi', { codec: 'mpeg4' }, 'avi'],
	])('takes over what %s holds: %j', (format, video, container) => {
		expect(plan(format, {}, video, container).args).toMatch(/^-map 0:0 -c:v copy/);
	});

	it.each([
		['webm', {}, undefined, /libvpx-vp9/],
		['mkv', { turned: true }, undefined, /libx264/],
		['mp4', { codec: 'h264' }, 'avi', /libx264/],
		['avi', {}, undefined, /libx264 .* -bf 0/],
		['mpg', { codec: 'mpeg2video' }, 'mpegvideo', /mpeg2video .* fps=25/],
		['mpg', { fps: 29.97 }, undefined, /fps=30000\/1001/],
		['ogv', { interlaced: true }, undefined, /libtheora .* yadif/],
		['webm', { hdr: 'smpte2084', deep: true }, undefined, /libvpx-vp9 .* yuv420p10le/],
		['flv', { codec: 'hevc', hdr: 'smpte2084', deep: true }, undefined, /tonemap/],
		['webm', { width: 641, height: 361 }, undefined, /crop=640:360:0:0/],
	])('encodes for %s what it does not hold: %j', (format, video, container, words) => {
		expect(plan(format, {}, video, container).args).toMatch(words);
	});

	it.each([
		[{ width: 320 }, 'scale=320:180'],
		[{ width: 1280 }, 'scale=640:360'],
		[{ width: 1280, fit: 'scale' }, 'scale=1280:720'],
		[{ width: 100, height: 100 }, 'scale=100:56'],
		[{ width: 100, height: 100, fit: 'scale' }, 'scale=100:100'],
		[{ width: 100, height: 100, fit: 'crop' }, 'scale=178:100:flags=lanczos,setsar=1,crop=100:100'],
	] as const)('fits %j', (options, filter) => {
		expect(plan('mp4', options).args).toContain(filter);
	});

	it('makes pixels square where it changes the size', () => {
		expect(plan('mp4', { height: 180 }, { pixelAspect: 1.5 }).args).toContain('scale=480:180');
	});

	it('says that sides of videos are even', () => {
		expect(plan('mp4', { width: 101, height: 100, fit: 'scale' }).warnings).toEqual([
			'The sides of a video are even: its frames are 102 × 100 pixels.',
		]);
	});

	it('hastens each codec in its own way', () => {
		const options = { preset: 'veryfast', crf: 30 } as const;

		expect(plan('mp4', options).args).toContain('-preset veryfast -crf 30');
		expect(plan('webm', options).args).toContain('-deadline realtime -cpu-used 6');
		expect(plan('mp4', { ...options, video_codec: 'av1' }).args).toContain('-preset 10 -crf 30');
	});

	it('begins a copy at a whole picture, and says so', () => {
		const { args, warnings } = plan('mp4', { video_codec: 'copy', trim_start: '5' });

		expect(args).toContain('copy');
		expect(warnings).toEqual([expect.stringContaining('may be earlier')]);
	});

	it.each([
		[
			'mp4',
			{ video_codec: 'vp8' },
			'it must be "x264", "x265", "av1", "vp9" or "copy", or left out',
		],
		['wmv', { video_codec: 'x264' }, 'it must be "copy", or left out'],
		['webm', { video_codec: 'copy' }, 'webm cannot hold the h264 of "film.mkv"'],
		['mp4', { video_codec: 'copy', width: 32 }, 'leave one of them out'],
		['mp4', { crf: 52 }, 'with x264 it must be from 0 to 51'],
		['mp4', { crf: 0, video_codec: 'av1' }, 'with av1 it must be from 1 to 63'],
		['mp4', { crf: 20, video_bitrate: 500 }, '"video_bitrate" is given too'],
		['mpg', { fps: 12 }, 'mpeg2video in mpg has "23.976", "24"'],
		['mp4', { width: 32_000, fit: 'scale' }, 'frames of 32000 × 18000 pixels'],
		['mp4', { trim_start: '0:10' }, 'the file ends after 10 seconds'],
		['mp4', { trim_start: '1', trim_end: '0.5' }, 'it must be later than "trim_start"'],
	] as const)('refuses %s with %j', (format, options, words) => {
		expect(() => plan(format, options)).toThrow(words);
	});
});
