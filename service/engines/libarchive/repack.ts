import { stat } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../../errors.ts';
import type { Entry } from '../archivetool/entries.ts';
import { writeRar } from '../archivetool/write-rar.ts';
import { tarBlocks } from '../archivetool/write-tar.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { written } from './formats.ts';
import { type Unpacking, unpack } from './unpack.ts';

const maxEntries = 100_000;

/** Makes an archive of another kind of an archive, with its folders and times. */
export const repack =
	(unpacking: Unpacking): FileHandler<'convert'> =>
	async ({ output_format, password }, task) => {
		const entries = await unpack(unpacking, task, { password, maxEntries });
		const filename = nameWithFormat(task.input.filename, output_format);
		const output = path.join(task.workspace.output, filename);
		await write(unpacking.sandbox, task, output_format, entries, output);
		const { size } = await stat(output);
		return {
			files: [{ filename, path: output }],
			facts: { entries: entries.length, bytes_in: task.input.size, bytes_out: size },
		};
	};

async function write(
	sandbox: Sandbox,
	task: FileTask,
	format: string,
	entries: readonly Entry[],
	output: string,
): Promise<void> {
	const { workspace, signal, progress } = task;
	if (format === 'rar') return writeRar(entries, { output, signal, progress });
	const ended = await runProgram(sandbox, {
		path: '/usr/bin/bsdtar',
		args: [
			'-cf',
			sandbox.visible(output, workspaceMounts(workspace)),
			...(written[format] ?? []),
			'@-',
		],
		workspace,
		signal,
		input: tarBlocks(entries, progress),
	});
	if (ended.exitCode !== 0)
		throw new EngineError('libarchive', 'could not write the archive.', {
			cause: new Error(ended.stderr),
		});
}
