import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { detectSandbox } from '../../../service/engines/detect-sandbox.ts';
import { longLived } from '../../../service/engines/limits.ts';
import { WarmPool } from '../../../service/engines/warm-pool.ts';
import { processesOf } from './inspect.ts';

let folder: string;
let pool: WarmPool;

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'filemill-pool-'));
	await mkdir(path.join(folder, 'output'));
	await writeFile(path.join(folder, 'a.txt'), 'text of a');
	pool = await startPool(1);
});
afterEach(async () => {
	await pool.close();
	await rm(folder, { recursive: true });
});

describe('WarmPool', () => {
	it('starts its workers when they are needed', async () => {
		expect(await processesOf(path.join(folder, 'pool'))).toEqual([]);
	});

	it('gives one worker one file after the other, and never two at once', async () => {
		const [first, second] = await Promise.all([run({ do: 'copy' }), run({ do: 'copy' })]);

		expect(first.facts).toEqual({ pid: 2, inputs: ['a.txt'] });
		expect(second.facts).toEqual(first.facts);
		expect(await readFile(path.join(folder, 'output/copy'), 'utf8')).toBe('text of a');
	});

	it('leaves nothing of a file in the exchange folder', async () => {
		await run({ do: 'copy' });

		const [worker = ''] = await readdir(path.join(folder, 'pool'));
		expect(await readdir(path.join(folder, 'pool', worker, 'input'))).toEqual([]);
		expect(await readdir(path.join(folder, 'pool', worker, 'output'))).toEqual([]);
	});

	it('tries a file once more after a crash', async () => {
		const answers = await Promise.all([run({ do: 'crash' }).catch(codeOf), run({ do: 'copy' })]);

		expect(answers).toEqual(['ENGINE_CRASHED', expect.objectContaining({ status: 'done' })]);
	});

	it.each(['babble', 'link'])(
		'does not put up with a worker that misbehaves (%s)',
		async (what) => {
			expect(await run({ do: what }).catch(codeOf)).toBe('ENGINE_CRASHED');
			expect(await readdir(path.join(folder, 'output'))).toEqual([]);
		},
	);

	it('replaces a worker that holds too much memory', async () => {
		await run({ do: 'copy' });
		const before = await processesOf(path.join(folder, 'pool'));
		await run({ do: 'copy', memory: 2 ** 30 });
		await run({ do: 'copy' });

		const after = await processesOf(path.join(folder, 'pool'));
		expect(after.filter((pid) => before.includes(pid))).toEqual([]);
	});

	it('kills the worker of a task that is cancelled, and serves the next', async () => {
		await run({ do: 'copy' });
		const before = await processesOf(path.join(folder, 'pool'));
		const controller = new AbortController();
		const hanging = run({ do: 'hang' }, controller.signal);
		const reason = new Error('cancelled');
		controller.abort(reason);

		await expect(hanging).rejects.toBe(reason);
		await run({ do: 'copy' });
		const after = await processesOf(path.join(folder, 'pool'));
		expect(after.filter((pid) => before.includes(pid))).toEqual([]);
	});

	it('does not keep a task waiting that is cancelled', async () => {
		const controller = new AbortController();
		const hanging = run({ do: 'hang' }, AbortSignal.timeout(20_000)).catch(codeOf);
		const waiting = run({ do: 'copy' }, controller.signal);
		controller.abort(new Error('cancelled'));

		await expect(waiting).rejects.toThrow('cancelled');
		await pool.close();
		await hanging;
	});

	it('tells the first task that a worker does not start, and tries again for the next', async () => {
		await pool.close();
		pool = await startPool(1, '/opt/spy/appears-later.py');
		const first = await run({ do: 'copy' }).catch(codeOf);
		await writeFile(path.join(folder, 'scripts/appears-later.py'), await readFile(spy));

		const second = await run({ do: 'copy' });

		expect([first, second.status]).toEqual(['ENGINE_FAILED', 'done']);
	});

	it('leaves no process and no file when it closes, even at work', async () => {
		const hanging = run({ do: 'hang' }).catch(codeOf);
		while ((await processesOf(path.join(folder, 'pool'))).length < 3);
		await pool.close();
		await hanging;

		expect(await processesOf(path.join(folder, 'pool'))).toEqual([]);
		expect(await readdir(path.join(folder, 'pool'))).toEqual([]);
	});
});

const spy = path.join(import.meta.dirname, 'spy.py');

async function startPool(size: number, script = '/opt/spy/spy.py'): Promise<WarmPool> {
	const scripts = path.join(folder, 'scripts');
	await mkdir(scripts, { recursive: true });
	await writeFile(path.join(scripts, 'spy.py'), await readFile(spy));
	const mounts = [{ source: scripts, target: '/opt/spy' }];
	return new WarmPool({
		engine: 'spy',
		sandbox: await detectSandbox(),
		command: { path: '/usr/bin/python3', args: ['-I', script], mounts, limits: longLived },
		folder: path.join(folder, 'pool'),
		size,
		log: { warn: () => undefined, debug: () => undefined },
	});
}

function run(request: object, signal = AbortSignal.timeout(30_000)) {
	return pool.run({
		input: path.join(folder, 'a.txt'),
		output: path.join(folder, 'output'),
		signal,
		request: (input, output) => ({ ...request, input, output }),
	});
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && 'code' in error ? error.code : error;
}
