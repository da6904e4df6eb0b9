import type { FileTask } from '../file-task.ts';
import { type Ended, runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** The programs of ImageMagick, under a policy that lets them read and write pictures and nothing else. */
export interface Magick {
	run(
		program: 'convert' | 'identify',
		args: readonly string[],
		task: Pick<FileTask, 'workspace' | 'signal'>,
	): Promise<Ended>;
	/** The path under which they see a file of the workspace. */
	visible(file: string, task: Pick<FileTask, 'workspace'>): string;
}

/** ImageMagick in the sandbox. */
export function createMagick(sandbox: Sandbox): Magick {
	const policy = { source: import.meta.dirname, target: '/opt/filemill/imagemagick' };
	return {
		visible: (file, { workspace }) => sandbox.visible(file, workspaceMounts(workspace)),
		run: (program, args, { workspace, signal }) =>
			runProgram(sandbox, {
				path: `/usr/bin/${program}-im6.q16`,
				args,
				workspace,
				signal,
				mounts: [policy],
				env: { MAGICK_CONFIGURE_PATH: sandbox.visible(import.meta.dirname, [policy]) },
			}),
	};
}
