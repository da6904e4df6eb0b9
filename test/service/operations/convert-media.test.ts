import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { ask, colourAt, ffmpeg, makeFilms, tracksOf } from '../../harness/films.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-convert-media-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	[service] = await Promise.all([startService(), makeFilms(folder)]);
	client = new Client(service);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const convert = (output_format: string, params: object, ...files: string[]) =>
	operate(client, 'convert', { output_format, ...params }, files.map(at));

/** What the content of a file is, as another program reads it. */
async function kind(file = ''): Promise<string> {
	return (await execa('/usr/bin/exiftool', ['-s3', '-FileType', file])).stdout;
}

describe('convert of a video', () => {
	it('takes over what the new format holds, with all tracks, chapters and words', async () => {
		const { task, names, paths, result } = await convert('mp4', {}, 'film.mkv');

		expect(task).toMatchObject({ status: 'finished', engine: 'ffmpeg' });
		expect(names).toEqual(['film.mp4']);
		expect(await kind(paths[0])).toBe('MP4');
		expect(await tracksOf(paths[0])).toMatch(/^h264 64x48, aac 2, aac 2, mov_text/);
		expect(await ask(paths[0], 'chapter_tags=title')).toBe('Red\nBlue');
		expect(result).toMatchObject({
			...{ title: 'The Mill', width: 64, height: 48, video_codec: 'h264', audio_codec: 'aac' },
			duration: expect.closeTo(2, 0),
		});
		expect(result).not.toHaveProperty('warnings');
		// The same frames, byte for byte.
		const frames = (file = '') => ffmpeg('-i', file, '-map', '0:v', '-f', 'md5', '-');
		expect((await frames(paths[0])).stdout).toBe((await frames(at('film.mkv'))).stdout);
		// The index comes before what it tells of, so that players begin at once.
		const content = await readFile(paths[0] ?? '');
		expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'));
	});

	it.each([
		['webm', {}, /^vp9 64x48, opus 2, opus 2, webvtt$/, 'WEBM'],
		['mp3', {}, /^mp3 2$/, 'MP3'],
		['wav', { channels: 1 }, /^pcm_s16le 1$/, 'WAV'],
		['gif', { fps: 5 }, /^gif 64x48$/, 'GIF'],
	])('makes %s of it with %j', async (format, params, tracks, type) => {
		const { task, paths } = await convert(format, params, 'film.mkv');

		expect(task.status).toBe('finished');
		expect(await tracksOf(paths[0])).toMatch(tracks);
		expect(await kind(paths[0])).toBe(type);
		if (format !== 'mp3' && format !== 'wav') {
			expect(await colourAt(paths[0], 0.2)).toBe('100');
			expect(await colourAt(paths[0], 1.6)).toBe('001');
		}
	});

	it('makes a small film of a part', async () => {
		const look = { width: 30, height: 30, fit: 'crop', fps: 10, crf: 30, preset: 'ultrafast' };
		const sound = { audio_bitrate: 48, channels: 1, sample_rate: 22_050, volume: 0.5 };
		const part = { trim_start: '00:00:01.2', trim_end: '1.7' };
		const { paths, result } = await convert('mp4', { ...look, ...sound, ...part }, 'film.mkv');

		expect(await tracksOf(paths[0])).toMatch(/^h264 30x30, aac 1, aac 1/);
		expect(await ask(paths[0], 'stream=avg_frame_rate,sample_rate')).toMatch(/^10\/1\n22050,/);
		expect(await colourAt(paths[0], 0)).toBe('001');
		expect(result.duration).toBeCloseTo(0.5, 1);
	});

	it('says what the new format has no room for', async () => {
		const { result } = await convert('flv', {}, 'film.mkv');

		expect(result.warnings).toEqual([
			'"film.mkv" has 2 tracks of sound; the flv has only the first.',
			'flv has no room for all of "film.mkv"; left out: subtitles, chapters.',
		]);
	});
});

describe('convert of a sound', () => {
	it.each([
		['m4a', /^aac 2$/, 'M4A'],
		['ogg', /^vorbis 2$/, 'OGG'],
	])('makes %s of it', async (format, tracks, type) => {
		const { paths } = await convert(format, {}, 'sound.wav');

		expect(await tracksOf(paths[0])).toMatch(tracks);
		expect(await kind(paths[0])).toBe(type);
	});
});

describe('convert of what is no video', () => {
	it('reads no playlist, whatever it is called', async () => {
		await writeFile(at('list.mp4'), `ffconcat version 1.0\nfile '${at('film.mkv')}'\n`);
		// It begins as such a file may, and goes on as a list.
		const list = '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
		await writeFile(at('list.ts'), `\0${list}`);

		for (const name of ['list.mp4', 'list.ts'])
			expect((await convert('mp3', {}, name)).task).toMatchObject({ code: 'INVALID_FILE' });
	});

	it('refuses what was cut off', async () => {
		await ffmpeg('-i', at('film.mkv'), '-c', 'copy', '-movflags', '+faststart', at('whole.mp4'));
		const content = await readFile(at('whole.mp4'));
		await writeFile(at('cut.mp4'), content.subarray(0, content.length / 2));

		const { task } = await convert('webm', {}, 'cut.mp4');

		expect(task).toMatchObject({
			code: 'INVALID_FILE',
			message: expect.stringMatching(/^File "cut.mp4" ends after .+ of 2.0 seconds/),
		});
	});
});
