import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileTask, TaskScope } from '../file-task.ts';
import { type Ended, runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** The qpdf program, with its faults as typed errors. */
export interface Qpdf {
	/** Runs a job (qpdf's own JSON form of it) and answers what it says; paths in it must come from `visible`. */
	run(job: object, task: FileScope): Promise<string>;
	/** The number of pages of a PDF. */
	countPages(file: string, task: FileScope, password?: string): Promise<number>;
	/** The path under which qpdf sees a file of the workspace. */
	visible(file: string, task: TaskScope): string;
}

/** A scope and the file that errors and warnings name. */
export type FileScope = TaskScope & { readonly input: Pick<FileTask['input'], 'filename'> };

const program = '/usr/bin/qpdf';

/** qpdf in the sandbox. */
export function createQpdf(sandbox: Sandbox): Qpdf {
	const visible = (file: string, { workspace }: TaskScope) =>
		sandbox.visible(file, workspaceMounts(workspace));

	async function call(args: string[], task: FileScope): Promise<string> {
		const ended = await runProgram(sandbox, {
			path: program,
			args,
			workspace: task.workspace,
			signal: task.signal,
		});
		check(ended, task);
		return ended.stdout;
	}

	const run: Qpdf['run'] = async (job, task) => {
		// As a file, because arguments can be read by every user of the machine, and passwords may be among them.
		const file = path.join(task.workspace.tmp, 'qpdf-job.json');
		await writeFile(file, JSON.stringify(job), { mode: 0o600 });
		try {
			return await call([`--job-json-file=${visible(file, task)}`], task);
		} finally {
			await rm(file, { force: true });
		}
	};

	return {
		visible,
		run,
		countPages: async (file, task, password) =>
			Number(
				password === undefined
					? await call(['--show-npages', visible(file, task)], task)
					: await run({ inputFile: visible(file, task), password, showNpages: '' }, task),
			),
	};
}

/** qpdf ends with 3 when it had to repair something, with 2 when it could not. */
function check({ exitCode, stderr }: Ended, { input, warn }: FileScope): void {
	if (exitCode === 0) return;
	if (exitCode === 3) {
		warn(`File "${input.filename}" does not follow the PDF standard; its faults were repaired.`);
		return;
	}
	const cause = new Error(stderr);
	if (/invalid password/.test(stderr))
		throw new InvalidFileError(
			input.filename,
			'is protected by a password; decrypt it with pdf/decrypt first.',
			{
				code: 'PASSWORD_REQUIRED',
				cause,
			},
		);
	if (exitCode === 2)
		throw new InvalidFileError(input.filename, 'is damaged and cannot be read as a PDF.', {
			cause,
		});
	throw new EngineError('qpdf', `failed on "${input.filename}".`, { cause });
}
