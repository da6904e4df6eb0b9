import { existsSync } from 'node:fs';
import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { namedInput } from '../named-input.ts';
import { runProgram } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** What developing photos is made of. */
export interface DarkroomTools {
	readonly sandbox: Sandbox;
	/** Encodes a picture. */
	readonly pictures: FileHandler<'convert'>;
}

/** Develops what a camera recorded, with its own white balance, upright, in sRGB. */
export const developPhoto =
	({ sandbox, pictures }: DarkroomTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input, workspace, signal } = task;
		const source = await namedInput(sandbox, task, input.format);
		const { stderr } = await runProgram(sandbox, {
			path: '/usr/bin/dcraw_emu',
			args: ['-w', '-o', '1', '-T', source],
			workspace,
			signal,
		});
		// It ends with 0 whatever happens.
		const developed = path.join(workspace.tmp, `input.${input.format}.tiff`);
		if (stderr.trim() !== '' || !existsSync(developed))
			throw new InvalidFileError(
				input.filename,
				`cannot be read as ${input.format}: it is damaged, or of a camera that is not known.`,
				{ cause: new Error(stderr) },
			);
		return pictures(params, { ...task, input: { ...input, path: developed, format: 'tiff' } });
	};
