import path from 'node:path';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { namedInput } from '../named-input.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** Makes a PDF of a document whose pages are laid out already. */
export const paperToPdf =
	(sandbox: Sandbox): FileHandler<'convert'> =>
	async (_, task) => {
		const { input, workspace, signal } = task;
		const filename = nameWithFormat(input.filename, 'pdf');
		const output = path.join(workspace.output, filename);
		const { exitCode, stderr } = await runProgram(sandbox, {
			path: '/usr/bin/mutool',
			args: [
				...['convert', '-F', 'pdf', '-o', sandbox.visible(output, workspaceMounts(workspace))],
				await namedInput(sandbox, task, input.format),
			],
			workspace,
			signal,
		});
		if (exitCode === 0) return { files: [{ filename, path: output }] };
		throw new InvalidFileError(
			input.filename,
			`cannot be read as ${input.format}: it is damaged or of another format.`,
			{ cause: new Error(stderr) },
		);
	};
