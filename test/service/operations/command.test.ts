import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, find } from '../../harness/client.ts';
import { type Operated, operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-command-'));
const video = path.join(folder, 'clip.mp4');
const picture = path.join(folder, 'picture.png');
const script = path.join(folder, 'script.txt');
const drawing = path.join(folder, 'picture.svg');
const secret = 'canary-5e1f0a77';
let service: TestService;
let client: Client;
let listener: Server;
let port = 0;
const connections: unknown[] = [];

beforeAll(async () => {
	service = await startService({ CANARY: secret });
	client = new Client(service);
	await writeFile(path.join(folder, 'secret.txt'), secret);
	await execa('ffmpeg', [
		...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=10:duration=2'],
		...['-f', 'lavfi', '-i', 'sine=duration=2', '-shortest', video],
	]);
	await execa('/usr/bin/convert-im6.q16', ['-size', '40x30', 'gradient:red-blue', picture]);
	await writeFile(script, '<image><read filename="/input/import-1/script.txt"/></image>');
	await writeFile(drawing, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
	listener = createServer((socket) => {
		connections.push(socket.remoteAddress);
		socket.destroy();
	});
	await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
	const address = listener.address();
	if (typeof address === 'object' && address) port = address.port;
});

afterAll(async () => {
	listener.close();
	await service.stop();
	await rm(folder, { recursive: true });
});

const ffmpeg = (line: string, files = [video], command = 'ffmpeg') =>
	operate(client, 'command', options('ffmpeg', command, line), files);
const magick = (line: string, files = [picture], command = 'convert') =>
	operate(client, 'command', options('imagemagick', command, line), files);
const gm = (line: string, files = [picture]) =>
	operate(client, 'command', options('graphicsmagick', 'gm', line), files);
const options = (engine: string, command: string, line: string) => ({
	engine,
	command,
	arguments: line,
	capture_output: true,
});

describe('command', () => {
	it('runs ffmpeg on the files of a task and keeps what it writes', async () => {
		const { task, result, paths } = await ffmpeg(
			'-i /input/import-1/clip.mp4 -vf "scale=32:24, hflip" -an /output/small.webm',
		);

		expect(task).toMatchObject({ status: 'finished', engine: 'ffmpeg' });
		expect(task.engine_version).toMatch(/^\d+(\.\d+)+$/);
		expect(result).toMatchObject({
			files: [{ filename: 'small.webm' }],
			command: "ffmpeg -i /input/import-1/clip.mp4 -vf 'scale=32:24, hflip' -an /output/small.webm",
			output: expect.stringContaining('Stream #0:0'),
		});
		const size = ['-v', 'error', '-show_entries', 'stream=codec_name,width', '-of', 'csv=p=0'];
		expect((await execa('ffprobe', [...size, paths[0] ?? ''])).stdout).toBe('vp9,32');
	});

	it('gives the words of ffprobe alone', async () => {
		const { result, names } = await ffmpeg(
			'-v quiet -print_format json -show_format /input/import-1/clip.mp4',
			[video],
			'ffprobe',
		);

		expect(names).toEqual([]);
		expect(JSON.parse(String(result.output)).format).toMatchObject({
			filename: '/input/import-1/clip.mp4',
			nb_streams: 2,
		});
	});

	it.each([
		['convert', '/input/import-1/picture.png -resize 20x20! -colorspace Gray /output/small.jpg'],
		['magick', 'convert /input/import-1/picture.png -resize 20x20! /output/small.jpg'],
		['magick', '/input/*/picture.p?g -resize 20x20! /output/small.jpg'],
		['montage', '/input/import-1/*.png -geometry 20x20! /output/small.jpg'],
	])('runs ImageMagick as %s %s', async (command, line) => {
		const { names, paths } = await magick(line, [picture], command);

		expect(names).toEqual(['small.jpg']);
		expect((await execa('exiftool', ['-s3', '-ImageSize', paths[0] ?? ''])).stdout).toBe('20x20');
	});

	it('lets ImageMagick read PDFs', async () => {
		const { names } = await magick('/input/import-1/pages-3.pdf -resize 50x /output/page-%d.png', [
			path.join(import.meta.dirname, '../../fixtures/pdf/pages-3.pdf'),
		]);

		expect(names).toEqual(['page-0.png', 'page-1.png', 'page-2.png']);
	});

	it('runs GraphicsMagick, and gives its words', async () => {
		const { result } = await gm("identify -format '%wx%h %m' /input/import-1/picture.png");

		expect(result).toMatchObject({ output: expect.stringMatching(/^40x30 PNG/), files: [] });
	});

	it('says nothing of the console unless it is asked', async () => {
		const { result } = await operate(
			client,
			'command',
			{
				...options('imagemagick', 'identify', '/input/import-1/picture.png'),
				capture_output: false,
			},
			[picture],
		);

		expect(result).not.toHaveProperty('output');
		expect(result.warnings).toEqual([expect.stringContaining('wrote no files')]);
	});

	it.each([
		[
			() => ffmpeg('-i /input/import-1/none.mp4 /output/a.mp4'),
			'/input/import-1/none.mp4: No such file or directory',
		],
		[
			() => magick('/input/import-1/picture.png -nonsense /output/a.png'),
			"unrecognized option `-nonsense'",
		],
		[
			() => gm('convert /input/import-1/none.png /output/a.png'),
			'Unable to open file (/input/import-1/none.png)',
		],
	])('tells why a command failed (%#)', async (run, reason) => {
		const { task } = await run();

		expect(task).toMatchObject({
			status: 'error',
			code: 'COMMAND_FAILED',
			message: expect.stringContaining(reason),
		});
	});

	it.each([
		[{ engine: 'ffmpeg', command: 'convert' }, 'must be a program of ffmpeg: ffmpeg, ffprobe'],
		[{ arguments: '/input/a "open' }, 'has a " without its counterpart'],
		[{ arguments: '/input/in/a.txt > /output/b' }, 'has a ">" that only a shell knows'],
		[{ command: 'bash' }, 'must be'],
		[{ engine: 'graphicsmagick', command: 'gm', arguments: 'batch x' }, 'must begin with what gm'],
	])('refuses %j before the job begins', async (params, words) => {
		const { status, text } = await client.request('POST', '/v2/jobs', {
			body: {
				tasks: {
					in: { operation: 'import/raw', filename: 'a.txt', file: 'a' },
					work: {
						operation: 'command',
						input: 'in',
						...options('imagemagick', 'convert', '/input/in/a.txt /output/a.png'),
						...params,
					},
				},
			},
		});

		expect(status).toBe(422);
		expect(JSON.parse(text).message).toContain(words);
	});
});

describe('a command that does not end', () => {
	it('is ended with all its processes after its time', async () => {
		const line = '-f lavfi -i testsrc=size=122x58 -f null -';

		const { task } = await operate(
			client,
			'command',
			{ ...options('ffmpeg', 'ffmpeg', line), timeout: 1 },
			[picture],
		);

		expect(task).toMatchObject({ status: 'error', code: 'TIMEOUT' });
		const { exitCode } = await execa('pgrep', ['-f', 'testsrc=size=122x58'], { reject: false });
		expect(exitCode).toBe(1);
	});
});

describe('the walls around a command', () => {
	/** Nothing of the machine may be in what a task says or makes. */
	async function leaks({ task, result, paths }: Operated, ...words: string[]): Promise<boolean> {
		const told = [task.message, JSON.stringify(result)];
		for (const file of paths) told.push(await readFile(file, 'latin1'));
		return [secret, service.data, ...words].some((word) => told.join('\n').includes(word));
	}

	it.each([
		() => ffmpeg(`-f data -i ${folder}/secret.txt -map 0 -c copy -f data /output/a.bin`),
		() => ffmpeg('-f data -i /etc/passwd -map 0 -c copy -f data /output/a.bin'),
		() =>
			ffmpeg(
				'-f data -i /input/import-1/../../../../etc/passwd -map 0 -c copy -f data /output/a.bin',
			),
		() => ffmpeg(`-f data -i file:${folder}/secret.txt -map 0 -c copy -f data /output/a.bin`),
		() => ffmpeg('-f data -i /proc/self/environ -map 0 -c copy -f data /output/a.bin'),
		() => ffmpeg(`-f lavfi -i movie=${folder}/secret.txt /output/a.png`),
		() => magick(`label:@${folder}/secret.txt /output/a.png`),
		() => magick('text:/etc/passwd /output/a.png'),
		() => magick('gray:/etc/passwd /output/a.gray'),
		() => magick(`"png:|cat ${folder}/secret.txt" /output/a.png`),
		() => gm(`convert "|cat ${folder}/secret.txt" /output/a.png`),
		() => gm('convert -size 10x10 gray:/etc/passwd /output/a.gray'),
	])('hides the files and variables of the machine (%#)', async (run) => {
		expect(await leaks(await run(), 'root:x:0')).toBe(false);
	});

	it.each([
		() => ffmpeg(`-i http://127.0.0.1:${port}/a.mp4 /output/a.mp4`),
		() => ffmpeg(`-i /input/import-1/clip.mp4 -f mpegts tcp://127.0.0.1:${port}`),
		() => magick(`http://127.0.0.1:${port}/a.png /output/a.png`),
		() => gm(`convert http://127.0.0.1:${port}/a.png /output/a.png`),
	])('has no network (%#)', async (run) => {
		expect((await run()).task.code).toBe('COMMAND_FAILED');
		expect(connections).toEqual([]);
	});

	it('lets a playlist reach no file of the machine', async () => {
		const playlist = path.join(folder, 'list.m3u8');
		await writeFile(
			playlist,
			`#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${folder}/secret.txt\n#EXT-X-ENDLIST\n`,
		);

		const made = await ffmpeg('-i /input/import-1/list.m3u8 -c copy /output/a.ts', [playlist]);

		expect(made.task.code).toBe('COMMAND_FAILED');
		expect(await leaks(made)).toBe(false);
	});

	it.each([
		() => magick('msl:/input/import-1/script.txt /output/a.png', [script]),
		() => magick('/input/import-1/picture.svg /output/a.png', [drawing]),
	])('runs no scripts (%#)', async (run) => {
		expect((await run()).task).toMatchObject({
			code: 'COMMAND_FAILED',
			message: expect.stringContaining('security policy'),
		});
	});

	it.each([
		'/input/import-1/picture.png /usr/a.png',
		'/input/import-1/picture.png /input/import-1/b.png',
		'/input/import-1/picture.png /output/../b.png',
		'/input/import-1/picture.png /b.png',
	])('writes nowhere but to /output/: %s', async (line) => {
		expect((await magick(line)).task.code).toBe('COMMAND_FAILED');
	});

	it('takes all files that a playlist is made of, in the order of their names', async () => {
		const { names } = await ffmpeg(
			'-i /input/import-1/clip.mp4 -c copy -f hls -hls_segment_filename /output/part-%d.ts /output/list.m3u8',
		);

		expect(names).toEqual(['list.m3u8', 'part-0.ts']);
	});

	it('does not see the files of a job that runs beside it', async () => {
		const other = await client.submit({
			secret: { operation: 'import/raw', filename: 'secret.txt', file: secret },
		});
		await client.wait(other.id);
		const job = await client.run({
			in: { operation: 'import/raw', filename: 'a.txt', file: 'a' },
			work: {
				operation: 'command',
				input: 'in',
				...options(
					'ffmpeg',
					'ffprobe',
					`-v error -f data -show_data -show_packets ${service.data}/filemill.sqlite`,
				),
			},
		});

		expect(find(job, 'work').code).toBe('COMMAND_FAILED');
		expect(JSON.stringify(find(job, 'work'))).not.toContain(service.data);
	});
});
