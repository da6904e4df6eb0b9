import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../harness/client.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-watermark-video-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	await execa('/usr/bin/convert-im6.q16', ['-size', '80x40', 'xc:red', at('red.png')]);
	for (const name of ['clip.mp4', 'clip.mov', 'clip.mkv', 'clip.webm', 'clip.avi'])
		await execa('ffmpeg', [
			...['-v', 'error', '-f', 'lavfi', '-i', 'color=white:size=320x180:rate=10:duration=2'],
			...['-f', 'lavfi', '-i', 'sine=duration=2', '-pix_fmt', 'yuv420p', at(name)],
		]);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

/** Format, streams and length of a video, as another program reads them. */
async function look(file = ''): Promise<string> {
	const args = ['-v', 'error', '-show_entries', 'stream=codec_type,width,height:format=duration'];
	const { stdout } = await execa('ffprobe', [...args, '-of', 'csv=p=0', file]);
	return stdout.split('\n').join(' ');
}

/** Where red is in the frame of a moment. */
async function whereIsRed(file: string, moment: string): Promise<string> {
	const frame = at('frame.png');
	await execa('ffmpeg', ['-v', 'error', '-y', '-ss', moment, '-i', file, '-frames:v', '1', frame]);
	const mask = ['-fuzz', '35%', '-fill', 'black', '+opaque', 'red', '-format', '%@', 'info:'];
	return (await execa('/usr/bin/convert-im6.q16', [frame, ...mask])).stdout;
}

describe('watermark on a video', () => {
	it.each(['clip.mp4', 'clip.mov', 'clip.mkv', 'clip.webm', 'clip.avi'])(
		'stands in the corner of %s from beginning to end, and keeps the sound',
		async (name) => {
			const params = { position_vertical: 'bottom', position_horizontal: 'right' };
			const { task, names, paths } = await operate(client, 'watermark', params, [at(name)], {
				image: at('red.png'),
			});

			expect(task).toMatchObject({ status: 'finished', engine: 'ffmpeg' });
			expect(names).toEqual([name]);
			expect(await look(paths[0])).toMatch(/video,320,180 audio 2\.\d+$/);
			for (const moment of ['0', '1.8'])
				expect(await whereIsRed(paths[0] ?? '', moment)).toMatch(
					/^(79|8[0-2])x(39|4[0-2])\+21[4-6]\+11[4-6]$/,
				);
		},
	);

	it('writes a text', async () => {
		const params = { text: 'HHHH', font_color: '#f00', font_width_percent: 90, pages: '1' };
		const { paths, result } = await operate(client, 'watermark', params, [at('clip.mp4')]);

		expect(result).toMatchObject({ width: 320, height: 180, font: { used: 'Liberation Sans' } });
		expect(result.warnings).toEqual([expect.stringContaining('"pages" has no effect')]);
		expect(await whereIsRed(paths[0] ?? '', '1')).toMatch(/^2[5-8]\dx/);
	});

	it('refuses to stand behind it, where nobody would see it', async () => {
		const params = { text: 'Draft', layer: 'below' };
		const { task } = await operate(client, 'watermark', params, [at('clip.mp4')]);

		expect(task).toMatchObject({
			code: 'INVALID_OPTION',
			message: expect.stringContaining('"layer"'),
		});
	});

	it('reads no playlist that is called a video', async () => {
		await writeFile(at('list.mp4'), `ffconcat version 1.0\nfile '${at('clip.mp4')}'\n`);

		const { task } = await operate(client, 'watermark', { text: 'Draft' }, [at('list.mp4')]);

		expect(task.code).toBe('INVALID_FILE');
	});
});
