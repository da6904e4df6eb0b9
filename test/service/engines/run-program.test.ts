import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { detectSandbox } from '../../../service/engines/detect-sandbox.ts';
import type { Workspace } from '../../../service/engines/handler.ts';
import { runProgram } from '../../../service/engines/run-program.ts';
import { plainProcesses, type Sandbox } from '../../../service/engines/sandbox.ts';
import { processesOf } from './inspect.ts';

let workspace: Workspace;
beforeAll(async () => {
	const root = await mkdtemp(path.join(tmpdir(), 'filemill-run-'));
	workspace = {
		root,
		input: path.join(root, 'input'),
		output: path.join(root, 'output'),
		tmp: path.join(root, 'tmp'),
	};
	for (const one of [workspace.input, workspace.output, workspace.tmp]) await mkdir(one);
});
afterAll(() => rm(workspace.root, { recursive: true }));

describe.each([
	['in the sandbox', detectSandbox],
	['without a sandbox', async () => plainProcesses('for the test')],
])('runProgram %s', (_, sandboxOf) => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await sandboxOf();
	});

	it('gives exit code and output', async () => {
		const ended = await shell('echo out; echo error >&2; exit 3');

		expect(ended).toEqual({ exitCode: 3, stdout: 'out\n', stderr: 'error\n' });
	});

	it('drops what is said beyond a mebibyte, and lets the program end', async () => {
		const { exitCode, stdout } = await shell('yes | head -c 5000000');

		expect({ exitCode, length: stdout.length }).toEqual({ exitCode: 0, length: 1_048_576 });
	});

	it('kills the program with all it started when the signal aborts', async () => {
		const reason = new Error('enough');
		const controller = new AbortController();
		const mark = `filemill-mark-${process.pid}`;
		const script = `trap "" TERM; sh -c "trap '' TERM; sleep 1000; : ${mark}" & sleep 1000; : ${mark}`;
		const ran = shell(script, controller.signal);
		while ((await processesOf(mark)).length < 3);
		controller.abort(reason);

		await expect(ran).rejects.toBe(reason);
		expect(await processesOf(mark)).toEqual([]);
	});

	function shell(script: string, signal = AbortSignal.timeout(30_000)) {
		return runProgram(sandbox, { path: '/bin/sh', args: ['-c', script], workspace, signal });
	}
});
