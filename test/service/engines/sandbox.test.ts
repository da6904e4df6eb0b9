import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { detectSandbox } from '../../../service/engines/detect-sandbox.ts';
import { longLived } from '../../../service/engines/limits.ts';
import { runProgram } from '../../../service/engines/run-program.ts';
import { plainProcesses, type Sandbox } from '../../../service/engines/sandbox.ts';
import { WarmPool } from '../../../service/engines/warm-pool.ts';

const nothing = {
	file: false,
	variable: false,
	port: false,
	kernel: false,
	processes: false,
	input: false,
};
const mounts = [{ source: import.meta.dirname, target: '/opt/spy' }];
let folder: string;
let canary: string;
let server: Server;
let port: number;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'filemill-sandbox-'));
	canary = path.join(folder, 'secret.txt');
	await writeFile(canary, 'secret');
	process.env.FILEMILL_CANARY = 'secret';
	server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
	delete process.env.FILEMILL_CANARY;
	server.close();
	await rm(folder, { recursive: true });
});

describe('a program in the sandbox', () => {
	it('reaches no file, variable, port, process or setting of the machine', async () => {
		const sandbox = await detectSandbox();

		expect(sandbox).toMatchObject({ sandboxed: true });
		expect(await spy(sandbox)).toEqual(nothing);
	});

	it('is no better off when it stays warm', async () => {
		const sandbox = await detectSandbox();
		const script = sandbox.visible(path.join(import.meta.dirname, 'spy.py'), mounts);
		const pool = new WarmPool({
			engine: 'spy',
			sandbox,
			command: { path: '/usr/bin/python3', args: ['-I', script], mounts, limits: longLived },
			folder: path.join(folder, 'pool'),
			size: 1,
			log: { warn: () => undefined, debug: () => undefined },
		});

		const answer = await pool.run({
			input: canary,
			output: folder,
			signal: AbortSignal.timeout(30_000),
			request: (input) => ({ do: 'spy', input, file: canary, port }),
		});
		await pool.close();

		expect(answer.facts).toEqual(nothing);
	});

	it('would be seen to reach them without walls, but for the variable', async () => {
		const seen = await spy(plainProcesses('for comparison'));

		expect(seen).toMatchObject({ file: true, port: true, processes: true, variable: false });
	});
});

async function spy(sandbox: Sandbox): Promise<unknown> {
	const root = await mkdtemp(path.join(folder, 'task-'));
	const workspace = {
		root,
		input: path.join(root, 'input'),
		output: path.join(root, 'output'),
		tmp: path.join(root, 'tmp'),
	};
	for (const one of [workspace.input, workspace.output, workspace.tmp]) await mkdir(one);
	const script = sandbox.visible(path.join(import.meta.dirname, 'spy.py'), mounts);
	const { stdout } = await runProgram(sandbox, {
		path: '/usr/bin/python3',
		args: ['-I', script, canary, `${port}`],
		workspace,
		mounts,
		signal: AbortSignal.timeout(30_000),
	});
	return JSON.parse(stdout);
}
