import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-convert-media-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	await ffmpeg(
		...['-f', 'lavfi', '-i', 'color=red:size=64x48:rate=25:duration=1'],
		...['-f', 'lavfi', '-i', 'sine=duration=1', '-ac', '2', '-pix_fmt', 'yuv420p', at('clip.mp4')],
	);
	await ffmpeg('-i', at('clip.mp4'), at('sound.wav'));
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

function ffmpeg(...args: string[]) {
	return execa('ffmpeg', ['-v', 'error', '-y', ...args]);
}

const convert = (output_format: string, params: object, file: string) =>
	operate(client, 'convert', { output_format, ...params }, [at(file)]);

/** The streams of a file, each with its codec and size or channels. */
async function look(file = ''): Promise<string> {
	const entries = 'stream=codec_name,width,height,channels';
	const args = ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0'];
	return (await execa('ffprobe', [...args, file])).stdout.split('\n').join(' ');
}

/** What the content of a file is, as another program reads it. */
async function kind(file = ''): Promise<string> {
	return (await execa('exiftool', ['-s3', '-FileType', file])).stdout;
}

describe('convert of a video', () => {
	it.each([
		['webm', 'vp9,64,48 opus,2', 'WEBM'],
		['mov', 'h264,64,48 aac,2', 'MOV'],
		['mp3', 'mp3,2', 'MP3'],
		['wav', 'pcm_s16le,2', 'WAV'],
	])('makes %s of it', async (format, streams, type) => {
		const { task, names, paths, result } = await convert(format, {}, 'clip.mp4');

		expect(task).toMatchObject({ status: 'finished', engine: 'ffmpeg' });
		expect(names).toEqual([`clip.${format}`]);
		expect(await look(paths[0])).toBe(streams);
		expect(await kind(paths[0])).toBe(type);
		expect(Math.round(Number(result.duration))).toBe(1);
	});
});

describe('convert of a sound', () => {
	it.each([
		['mp3', 'mp3,2', 'MP3'],
		['m4a', 'aac,2', 'M4A'],
		['flac', 'flac,2', 'FLAC'],
	])('makes %s of it', async (format, streams, type) => {
		const { task, paths } = await convert(format, {}, 'sound.wav');

		expect(task).toMatchObject({ status: 'finished', engine: 'ffmpeg' });
		expect(await look(paths[0])).toBe(streams);
		expect(await kind(paths[0])).toBe(type);
	});
});
