import path from 'node:path';
import type { Params } from '@filemill/operations';
import type { Mount, Sandbox } from '../sandbox.ts';

/** A program to run, and what it needs beside the workspace. */
export interface CommandProgram {
	readonly path: string;
	readonly mounts: readonly Mount[];
	readonly env: Readonly<Record<string, string>>;
	/** Which of the lines that it says when it fails tells why. */
	readonly reason: (lines: readonly string[]) => string | undefined;
}

const magicks = ['convert', 'identify', 'mogrify', 'composite', 'montage', 'compare', 'stream'];

/** The program of a command, and its arguments: `magick identify …` is `identify …`. */
export function findProgram(
	sandbox: Sandbox,
	{ engine, command }: Pick<Params<'command'>, 'engine' | 'command'>,
	args: readonly string[],
): { program: CommandProgram; args: readonly string[] } {
	if (engine !== 'imagemagick') {
		const reason = engine === 'ffmpeg' ? lastOf : firstOf;
		return { program: { path: `/usr/bin/${command}`, mounts: [], env: {}, reason }, args };
	}
	const [first = '', ...rest] = args;
	const own = command === 'magick' && magicks.includes(first);
	const name = own ? first : command.replace('magick', 'convert');
	const mount = { source: policy, target: '/opt/filemill/magick' };
	return {
		program: {
			path: `/usr/bin/${name}-im6.q16`,
			// All policies that are found count together, so that ours must also be the system's.
			mounts: [
				mount,
				{ source: path.join(policy, 'policy.xml'), target: '/etc/ImageMagick-6/policy.xml' },
			],
			env: { MAGICK_CONFIGURE_PATH: sandbox.visible(policy, [mount]) },
			reason: firstOf,
		},
		args: own ? rest : args,
	};
}

const policy = path.join(import.meta.dirname, 'policy');

/** FFmpeg says what it does, and at last what went wrong; sometimes that something did. */
function lastOf(lines: readonly string[]): string | undefined {
	return lines.findLast((line) => !/^Conversion failed!|^Exiting normally/.test(line));
}

/** The others fail at one thing, and then at all that needs it. */
function firstOf(lines: readonly string[]): string | undefined {
	return lines[0];
}
