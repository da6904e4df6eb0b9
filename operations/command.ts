import * as z from 'zod';
import { defineOperation } from './define-operation.ts';
import { ArgumentsFault, splitArguments } from './split-arguments.ts';

/** The programs of each engine. */
const programs = {
	ffmpeg: ['ffmpeg', 'ffprobe'],
	imagemagick: [
		'convert',
		'identify',
		'mogrify',
		'composite',
		'montage',
		'compare',
		'stream',
		'magick',
	],
	graphicsmagick: ['gm'],
} as const;

/** What `gm` does for a command; its other words run scripts, or need a screen. */
const gmWords = ['convert', 'identify', 'mogrify', 'composite', 'montage', 'compare', 'version'];

/** Runs a program of an engine with arguments of the client's choice, in a sandbox of its own. */
export const command = defineOperation({
	name: 'command',
	title: 'Run Command',
	action: 'Run a command on files',
	summary: 'Runs a command of FFmpeg, ImageMagick or GraphicsMagick on the input files.',
	family: 'file',
	input: 'all',
	engines: ['ffmpeg', 'imagemagick', 'graphicsmagick'],
	common: ['engine_version'],
	params: z.object({
		engine: z.enum(['ffmpeg', 'imagemagick', 'graphicsmagick']).meta({
			title: 'Engine',
			description: 'The engine whose program runs.',
			labels: { ffmpeg: 'FFmpeg', imagemagick: 'ImageMagick', graphicsmagick: 'GraphicsMagick' },
		}),
		command: z
			.enum([...programs.ffmpeg, ...programs.imagemagick, ...programs.graphicsmagick])
			.meta({
				title: 'Command',
				description: 'The program of the engine.',
				labels: {
					ffmpeg: 'FFmpeg',
					ffprobe: 'FFprobe',
					convert: 'Convert',
					identify: 'Identify',
					mogrify: 'Mogrify',
					composite: 'Composite',
					montage: 'Montage',
					compare: 'Compare',
					stream: 'Stream',
					magick: 'Magick',
					gm: 'GM',
				},
			}),
		arguments: z
			.string()
			.trim()
			.min(1, { error: 'must not be empty' })
			.max(32_768, { error: 'must have at most 32768 characters' })
			.refine((line) => !line.includes('\0'), { error: 'must not have NUL characters' })
			.meta({
				title: 'Arguments',
				description:
					'The arguments of the command. Input files are at /input/<task name>/, where * stands for any name; files written to /output/ are the result.',
				placeholder: '-i /input/*/*.mp4 /output/sound.mp3',
				control: 'multiline',
			}),
		capture_output: z.boolean().default(false).meta({
			title: 'Capture Output',
			description: 'Whether the result holds what the command wrote to the console.',
		}),
	}),
	check: ({ engine, command: program, arguments: line }) => {
		const known: readonly unknown[] =
			Object.entries(programs).find(([name]) => name === engine)?.[1] ?? [];
		if (!known.includes(program))
			return {
				parameter: 'command',
				message: `must be a program of ${engine}: ${known.join(', ')}`,
			};
		return faultOf(program, String(line));
	},
	result:
		'`files` holds what was written to /output/, `command` the line that ran, `output` what it wrote to the console when `capture_output` is set.',
	example: {
		input: 'import-video',
		engine: 'ffmpeg',
		command: 'ffmpeg',
		arguments: '-i /input/import-video/video.mp4 /output/sound.mp3',
	},
});

function faultOf(program: unknown, line: string) {
	try {
		const [first] = splitArguments(line);
		if (program !== 'gm' || gmWords.includes(first?.text ?? '')) return undefined;
		return {
			parameter: 'arguments',
			message: `must begin with what gm is to do: ${gmWords.join(', ')}`,
		};
	} catch (error) {
		if (!(error instanceof ArgumentsFault)) throw error;
		return { parameter: 'arguments', message: error.message };
	}
}
