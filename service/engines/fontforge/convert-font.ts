import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { nameOfPart, nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

const report = z.object({
	file: z.string().regex(/^\d+\.[a-z0-9]+$/),
	glyphs: z.number(),
	/** What the font has that the other kind of outlines cannot carry. */
	lost: z.array(z.string()),
});

/** Converts fonts; one that only changes its container keeps every table as it is. A collection becomes a file a font. */
export const convertFont =
	(sandbox: Sandbox): FileHandler<'convert'> =>
	async ({ output_format }, { input, workspace, signal, warn }) => {
		const folder = path.join(workspace.output, '.fonts');
		await mkdir(folder);
		const scripts = { source: import.meta.dirname, target: '/opt/filemill/fontforge' };
		const mounts = [...workspaceMounts(workspace), scripts];
		const visible = (file: string) => sandbox.visible(file, mounts);
		const ended = await runProgram(sandbox, {
			path: '/usr/bin/fontforge',
			args: [
				...['-quiet', '-lang=py', '-script', visible(path.join(scripts.source, 'convert.py'))],
				...[visible(input.path), input.format, visible(folder), output_format],
			],
			workspace,
			signal,
			mounts: [scripts],
			// Where there is no sandbox it would write its compiled self beside the script.
			env: { PYTHONDONTWRITEBYTECODE: '1' },
		});
		const cause = new Error(ended.stderr);
		if (ended.exitCode === 3)
			throw new InvalidFileError(
				input.filename,
				`cannot be read as ${input.format}: it is damaged, incomplete or of another format.`,
				{ cause },
			);
		if (ended.exitCode !== 0)
			throw new EngineError('fontforge', `failed on "${input.filename}".`, { cause });
		const fonts = z.array(report).parse(
			ended.stdout
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line)),
		);
		const lost = new Set(fonts.flatMap((font) => font.lost));
		if (lost.size > 0)
			warn(
				`The ${[...lost].join(', ')} of "${input.filename}" cannot be carried over to ${output_format}.`,
			);
		return {
			files: fonts.map(({ file }, index) => ({
				filename:
					fonts.length === 1
						? nameWithFormat(input.filename, output_format)
						: nameOfPart(input.filename, index + 1, output_format),
				path: path.join(folder, file),
			})),
			facts: { glyphs: fonts.reduce((sum, { glyphs }) => sum + glyphs, 0) },
		};
	};
