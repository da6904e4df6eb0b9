import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import sharp from 'sharp';

/** Runs FFmpeg, which overwrites what is there. */
export function ffmpeg(...args: string[]) {
	return execa('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...args]);
}

/**
 * Makes in a folder: `film.mkv`, a second of red and one of blue, 64 × 48, with two tracks of sound, a subtitle, two
 * chapters and a title; `turned.mov`, the same upright as a telephone held it; `sound.wav`, two seconds in stereo.
 */
export async function makeFilms(folder: string): Promise<void> {
	const at = (name: string) => path.join(folder, name);
	await writeFile(at('words.srt'), '1\n00:00:00,500 --> 00:00:01,500\nThe mill turns.\n');
	await writeFile(at('chapters.txt'), chapters);
	await ffmpeg(
		...['-f', 'lavfi', '-i', 'color=red:size=64x48:rate=25:duration=1'],
		...['-f', 'lavfi', '-i', 'color=blue:size=64x48:rate=25:duration=1'],
		...['-f', 'lavfi', '-i', 'sine=duration=2', '-f', 'lavfi', '-i', 'sine=880:duration=2'],
		...['-i', at('words.srt'), '-i', at('chapters.txt')],
		...['-filter_complex', '[0:v][1:v]concat[v]', '-map', '[v]', '-map', '2', '-map', '3'],
		...['-map', '4', '-map_metadata', '5', '-map_chapters', '5', '-c:v', 'libx264'],
		...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '2', '-c:s', 'srt', at('film.mkv')],
	);
	await ffmpeg(
		...['-i', at('film.mkv'), '-map', '0:v', '-c', 'copy'],
		...['-map_chapters', '-1', '-metadata:s:v', 'rotate=90'],
		at('turned.mov'),
	);
	await ffmpeg('-i', at('film.mkv'), '-map', '0:a:0', at('sound.wav'));
}

const chapters = `;FFMETADATA1
title=The Mill
[CHAPTER]
TIMEBASE=1/1000
START=0
END=1000
title=Red
[CHAPTER]
TIMEBASE=1/1000
START=1000
END=2000
title=Blue
`;

/** The tracks of a file in a row, each with its codec and its pixels or channels. */
export async function tracksOf(file = ''): Promise<string> {
	const entries = 'stream=codec_name,width,height,channels';
	const args = ['-v', 'error', '-show_entries', entries, '-of', 'json'];
	const { stdout } = await execa('/usr/bin/ffprobe', [...args, file]);
	const streams: { codec_name?: string; width?: number; height?: number; channels?: number }[] =
		JSON.parse(stdout).streams;
	return streams
		.map(({ codec_name, width, height, channels }) =>
			[codec_name, width && `${width}x${height}`, channels].filter(Boolean).join(' '),
		)
		.join(', ');
}

/** One value of a file, of its tracks or its chapters. */
export async function ask(file = '', entry = ''): Promise<string> {
	const args = ['-v', 'error', '-show_entries', entry, '-of', 'csv=p=0'];
	return (await execa('/usr/bin/ffprobe', [...args, file])).stdout;
}

/** Red, green and blue of the middle of the frame at a moment. */
export async function colourAt(file = '', seconds = 0): Promise<string> {
	const frame = `${file}-${seconds}.png`;
	await ffmpeg('-ss', `${seconds}`, '-i', file, '-frames:v', '1', frame);
	const { width = 2, height = 2 } = await sharp(frame).metadata();
	const place = { left: width >> 1, top: height >> 1, width: 1, height: 1 };
	const [red = 0, green = 0, blue = 0] = await sharp(frame)
		.extract(place)
		.removeAlpha()
		.raw()
		.toBuffer();
	const share = (value: number) => (value > 200 ? 1 : 0);
	return [red, green, blue].map(share).join('');
}
