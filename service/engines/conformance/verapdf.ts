import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { EngineError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { shortLived } from '../limits.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Mount, Sandbox } from '../sandbox.ts';
import { javaMounts } from './java.ts';
import type { Verdict } from './verdict.ts';

/** Where an operator may have installed veraPDF; it is in no distribution. */
const places = ['/usr/bin/verapdf', '/usr/local/bin/verapdf', '/opt/verapdf/verapdf'];

/** What veraPDF, the reference checker, says of a file; undefined where it is not installed. */
export async function checkByVerapdf(
	sandbox: Sandbox,
	{ file, flavour }: { file: string; flavour: string },
	{ workspace, signal }: Pick<FileTask, 'workspace' | 'signal'>,
): Promise<Verdict | undefined> {
	const program = places.find((place) => existsSync(place));
	if (!program) return undefined;
	// What was installed outside /usr is not seen in the sandbox.
	const folder = path.dirname(realpathSync(program));
	const mounts: Mount[] = [...javaMounts(), { source: folder, target: '/opt/verapdf' }];
	const { exitCode, stdout, stderr } = await runProgram(sandbox, {
		path: sandbox.visible(realpathSync(program), mounts),
		args: [
			...['--format', 'text', '-v', '--flavour', flavour],
			sandbox.visible(file, workspaceMounts(workspace)),
		],
		workspace,
		signal,
		mounts,
		// Java reserves address space that it never uses.
		limits: { ...shortLived, addressBytes: undefined, dataBytes: 4 * 1024 ** 3 },
	});
	const passed = /^PASS /m.test(stdout);
	if (passed && exitCode === 0) return { checker: 'veraPDF', findings: [] };
	if (!/^FAIL /m.test(stdout))
		throw new EngineError('veraPDF', 'is installed but could not check the file.', {
			cause: new Error(`${stdout}\n${stderr}`),
		});
	const rules = stdout.split('\n').flatMap((line) => /^\s+FAIL\s+(\S.*)$/.exec(line)?.[1] ?? []);
	return {
		checker: 'veraPDF',
		findings:
			rules.length > 0 ? rules.map((rule) => `rule ${rule}`) : ['a rule that it does not name'],
	};
}
