import path from 'node:path';
import { EngineError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** Writes a file that says which word is where on each page of a PDF (`pdftotext -bbox`), and answers its path. */
export async function writePlacedWords(
	sandbox: Sandbox,
	file: string,
	{ input, workspace, signal }: FileTask,
): Promise<string> {
	const report = path.join(workspace.tmp, 'words.html');
	const visible = (one: string) => sandbox.visible(one, workspaceMounts(workspace));
	const { exitCode, stderr } = await runProgram(sandbox, {
		path: '/usr/bin/pdftotext',
		args: ['-bbox', '-enc', 'UTF-8', visible(file), visible(report)],
		workspace,
		signal,
	});
	if (exitCode === 0) return report;
	throw new EngineError(
		'poppler',
		`could not read the text of "${input.filename}"; is the package poppler-utils installed?`,
		{ cause: new Error(stderr) },
	);
}
