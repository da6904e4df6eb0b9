import { splitArguments } from '@filemill/operations';
import { CommandError } from '../../errors.ts';
import type { FilesHandler } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { collectFiles } from './collect-files.ts';
import { cleanLine, commandLine, linesOf, shownText } from './console.ts';
import { expandWildcards } from './expand-wildcards.ts';
import { followProgress } from './follow-progress.ts';
import { findProgram } from './programs.ts';

/** Runs a command of a client: argument by argument, without a shell, with nothing in sight but its own files. */
export const runCommand =
	(sandbox: Sandbox): FilesHandler<'command'> =>
	async (params, task) => {
		const { workspace, inputs, signal } = task;
		const mounts = workspaceMounts(workspace);
		const paths = inputs.map((input) => `/input/${input.task}/${input.filename}`);
		const words = expandWildcards(splitArguments(params.arguments), paths);
		const { program, args } = findProgram(sandbox, params, words);
		const ended = await runProgram(sandbox, {
			path: program.path,
			args: args.map((word) => inward(word)),
			workspace,
			signal,
			mounts: program.mounts,
			env: program.env,
			onMessage: followProgress(task.progress),
		});
		const stdout = outward(ended.stdout);
		const stderr = outward(ended.stderr);
		if (ended.exitCode !== 0) {
			const reason = program.reason(linesOf(stderr)) ?? linesOf(stdout).at(-1);
			throw new CommandError(params.command, ended.exitCode, reason && cleanLine(reason), {
				cause: new Error(stderr.slice(-10_000)),
			});
		}
		const files = await collectFiles(workspace.output);
		if (files.length === 0 && !params.capture_output)
			task.warn(
				'The command wrote no files to /output/; "capture_output" would keep what it said.',
			);
		return {
			files,
			facts: {
				// The interface has the list even where it is empty.
				...(files.length === 0 && { files: [] }),
				command: commandLine(params.command, words),
				...(params.capture_output && { output: shownText(stdout + stderr) }),
			},
		};

		/** Where there is no sandbox, paths are those of the machine. */
		function inward(word: string): string {
			if (sandbox.sandboxed) return word;
			return word.replaceAll(/(?<![\w./])\/(input|output)(?=\/|$)/g, (_, folder) =>
				folder === 'input' ? workspace.input : workspace.output,
			);
		}

		function outward(text: string): string {
			return mounts.reduce((said, { source, target }) => said.replaceAll(source, target), text);
		}
	};
