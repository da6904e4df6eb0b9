import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, colourAt, ffmpeg, makeFilms, tracksOf } from '../../../harness/films.ts';
import { type Bench, startBench } from '../run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
	await makeFilms(bench.folder);
});
afterAll(() => bench.close());

const at = (name: string) => path.join(bench.folder, name);
const convert = (output_format: string, params: object, filename: string) =>
	bench.run('convert', { output_format, ...params }, [{ path: at(filename), filename }]);

describe('convertMedia', () => {
	it('refuses what has no sound, and frames that nobody films', async () => {
		const wide = ['-f', 'lavfi', '-i', 'color=red:size=20000x2:rate=5:duration=0.2'];
		await ffmpeg(...wide, '-c:v', 'ffv1', at('wide.mkv'));

		await expect(convert('mp3', {}, 'turned.mov')).rejects.toThrow('"turned.mov" holds no sound.');
		await expect(convert('mp4', {}, 'wide.mkv')).rejects.toThrow('frames of 20000 × 2 pixels');
	});

	it('says that pictures cannot become of a sound', async () => {
		await expect(convert('mp4', {}, 'sound.wav')).rejects.toThrow(
			'File "sound.wav" is wav and cannot be converted to mp4',
		);
	});

	it.each([
		['mp4', { video_codec: 'x265', preset: 'ultrafast' }, /^hevc 64x48, aac 2, aac 2/],
		[
			'mp4',
			{ video_codec: 'av1', audio_codec: 'none', preset: 'ultrafast' },
			/^av1 64x48, mov_text/,
		],
		['webm', { video_codec: 'vp8', audio_codec: 'vorbis' }, /^vp8 64x48, vorbis 2, vorbis 2/],
		['mkv', { audio_codec: 'flac' }, /^h264 64x48, flac 2, flac 2, subrip/],
	])('encodes %s with %j', async (format, params, tracks) => {
		const { paths, warnings } = await convert(format, params, 'film.mkv');

		expect(await tracksOf(paths[0])).toMatch(tracks);
		expect(warnings).toEqual([]);
	});

	it('turns pictures upright where the format cannot say how they lie', async () => {
		const mov = await convert('mp4', {}, 'turned.mov');
		const mkv = await convert('mkv', {}, 'turned.mov');

		expect(await tracksOf(mov.paths[0])).toBe('h264 64x48');
		expect(await ask(mov.paths[0], 'stream_side_data=rotation')).toMatch(/^-?90$/m);
		expect(await tracksOf(mkv.paths[0])).toBe('h264 48x64');
		expect([mov.facts, mkv.facts]).toEqual([
			expect.objectContaining({ width: 48, height: 64 }),
			expect.objectContaining({ width: 48, height: 64 }),
		]);
	});

	it('makes sides even, and square what is not', async () => {
		const odd = ['-f', 'lavfi', '-i', 'color=red:size=65x49:rate=5:duration=1,format=rgb24'];
		await ffmpeg(...odd, '-vf', 'setsar=2/1', '-c:v', 'ffv1', at('odd.mkv'));

		expect(await tracksOf((await convert('mp4', {}, 'odd.mkv')).paths[0])).toBe('h264 64x48');
		expect(await tracksOf((await convert('gif', {}, 'odd.mkv')).paths[0])).toBe('gif 130x49');
	});

	it('puts an animation that is partly clear on white', async () => {
		const clear = ['-f', 'lavfi', '-i', 'color=red@0:size=64x48:rate=5:duration=1,format=rgba'];
		await ffmpeg(...clear, '-vf', 'split[a][b];[a]palettegen[p];[b][p]paletteuse', at('clear.gif'));

		const { paths } = await convert('mp4', {}, 'clear.gif');

		expect(await colourAt(paths[0])).toBe('111');
	});

	it('keeps title and cover picture of a song', async () => {
		await ffmpeg('-f', 'lavfi', '-i', 'color=red:size=32x32', '-frames:v', '1', at('cover.png'));
		await ffmpeg(
			...['-i', at('sound.wav'), '-i', at('cover.png'), '-map', '0', '-map', '1', '-c:v', 'copy'],
			...['-disposition:v', 'attached_pic', '-metadata', 'title=The Mill', at('song.mp3')],
		);

		const m4a = await convert('m4a', {}, 'song.mp3');
		const ogg = await convert('ogg', {}, 'song.mp3');
		const back = await bench.run('convert', { output_format: 'mp3' }, [...ogg.files]);

		expect(await tracksOf(m4a.paths[0])).toBe('aac 2, png 32x32');
		expect(m4a.facts).toMatchObject({ title: 'The Mill' });
		expect(ogg.warnings).toEqual([expect.stringContaining('left out: cover picture')]);
		expect(back.facts).toMatchObject({ title: 'The Mill' });
	});
});
