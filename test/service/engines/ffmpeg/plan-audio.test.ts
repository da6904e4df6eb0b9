import { describe, expect, it } from '@jest/globals';
import { planAudio } from '../../../../service/engines/ffmpeg/plan-audio.ts';
import type { AudioTrack } from '../../../../service/engines/ffmpeg/probe-media.ts';
import { film, jobOf, stereo } from './job.ts';

type Options = Parameters<typeof jobOf>[1];

function plan(format: string, options: Options = {}, ...sounds: Partial<AudioTrack>[]) {
	const tracks = sounds.map((sound, index) => ({ ...stereo, index: index + 1, ...sound }));
	const { job, task, warnings } = jobOf(format, options, { ...film, sounds: tracks });
	return { args: planAudio(job, task).join(' '), warnings };
}

describe('planAudio', () => {
	it.each([
		['mp4', 'aac'],
		['m4a', 'alac'],
		['mka', 'dts'],
		['wav', 'pcm_s24le'],
		['ogg', 'opus'],
	])('takes over what %s holds: %s', (format, codec) => {
		expect(plan(format, {}, { codec }).args).toBe('-map 0:1 -c:a:0 copy');
	});

	it.each([
		['mp3', {}, '-c:a:0 libmp3lame -q:a:0 2'],
		['m4a', { codec: 'mp3', channels: 1 }, '-c:a:0 aac -b:a:0 96k'],
		['wav', { codec: 'flac', deep: true }, '-c:a:0 pcm_s24le'],
		['flac', {}, '-c:a:0 flac -sample_fmt:a:0 s16'],
		['opus', { rate: 44_100 }, '-ar:a:0 48000'],
		['opus', { channels: 6 }, 'aformat=channel_layouts='],
		['mxf', { codec: 'pcm_s16le', rate: 44_100 }, '-ar:a:0 48000'],
		['spx', {}, '-ar:a:0 32000'],
	])('encodes for %s what it does not hold: %j', (format, sound, words) => {
		expect(plan(format, {}, sound).args).toContain(words);
	});

	it('heeds what is asked for', () => {
		const options = { audio_bitrate: 96, channels: 1, sample_rate: 22_050, volume: 0.5 };

		expect(plan('mp3', options, {}).args).toBe(
			'-map 0:1 -c:a:0 libmp3lame -b:a:0 96k -ac:a:0 1 -ar:a:0 22050 -filter:a:0 volume=0.5',
		);
	});

	it('treats each track by itself', () => {
		expect(plan('mp4', {}, {}, { codec: 'vorbis' }).args).toMatch(
			/-c:a:0 copy -map 0:2 -c:a:1 aac/,
		);
	});

	it.each([
		['mp3', {}, [{}, {}], 'has 2 tracks of sound; the mp3 has only the first'],
		['mp3', {}, [{ channels: 6 }], '6 channels of sound became 2'],
		['mp4', { volume: 2 }, [], 'Parameter "volume" has no effect: "film.mkv" has no sound.'],
	])('warns of %s with %j of %j', (format, options, sounds, words) => {
		expect(plan(format, options, ...sounds).warnings).toEqual([expect.stringContaining(words)]);
	});

	it.each([
		['mp3', { audio_codec: 'aac' }, 'it must be "mp3" or "copy", or left out'],
		['mp3', { audio_codec: 'none' }, 'mp3 is nothing but sound'],
		['webm', { audio_codec: 'copy' }, 'webm cannot hold the aac of "film.mkv"'],
		['mp4', { audio_codec: 'copy', volume: 2 }, 'leave one of them out'],
		['mp3', { audio_bitrate: 500 }, 'mp3 takes 8 to 320 kilobits'],
		['opus', { sample_rate: 44_100 }, 'opus has 8000, 12000, 16000, 24000, 48000'],
		['mp3', { channels: 6 }, 'mp3 has at most 2'],
	] as const)('refuses %s with %j', (format, options, words) => {
		expect(() => plan(format, options, {})).toThrow(words);
	});
});
