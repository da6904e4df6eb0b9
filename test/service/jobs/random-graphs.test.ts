import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Engines } from '../../../service/engines/handler.ts';
import { InvalidOptionError } from '../../../service/errors.ts';
import { cancelTask } from '../../../service/jobs/end-jobs.ts';
import { type JobContext, text } from '../../../service/jobs/job.ts';
import { retryJob } from '../../../service/jobs/retry.ts';
import { submitJob } from '../../../service/jobs/submit-job.ts';
import { createWatchEnd } from '../../../service/jobs/watch-end.ts';
import type { Row } from '../../../service/store/sql.ts';
import { openContext, type TestContext } from '../../harness/job-context.ts';

// The engines are stood in for, so that each task does what its graph wants of it; all else is as in a service.

type Behaviour = 'works' | 'fails' | 'is cancelled';

interface Node {
	readonly parents: readonly number[];
	readonly behaviour: Behaviour;
	readonly ignoreError: boolean;
	/** Cancelled before anything runs. */
	readonly cancelledFirst: boolean;
}

let opened: TestContext;
let context: JobContext;
/** Ids of the tasks that engines were asked to run, in order. */
let ran: string[] = [];
/** Whether all tasks work, whatever their graph says. */
let calm = false;

beforeAll(async () => {
	opened = await openContext(execute);
	context = opened.context;
});

afterAll(async () => {
	await opened.close();
	expect(opened.faults).toEqual([]);
});

const execute: Engines['execute'] = async (_operation, params, { workspace, signal }) => {
	// A workspace is named after its task and attempt.
	const id = path.basename(workspace.root).replace(/-\d+$/, '');
	ran.push(id);
	const wanted = 'filename' in params ? params.filename : undefined;
	if (!calm && wanted === 'fails') throw new InvalidOptionError('filename', wanted, 'must work');
	if (!calm && wanted === 'is cancelled') {
		const cancelled = Promise.withResolvers<never>();
		signal.addEventListener('abort', () => cancelled.reject(signal.reason));
		await cancelTask(context, id);
		return cancelled.promise;
	}
	return { files: [], engine: 'stand-in', engineVersion: '1' };
};

const graphs: fc.Arbitrary<readonly Node[]> = fc
	.array(
		fc.record({
			parents: fc.array(fc.nat({ max: 20 }), { maxLength: 3 }),
			behaviour: fc.constantFrom<Behaviour>('works', 'works', 'works', 'fails', 'is cancelled'),
			ignoreError: fc.boolean(),
			cancelledFirst: fc.nat({ max: 7 }).map((number) => number === 7),
		}),
		{ minLength: 1, maxLength: 9 },
	)
	.map((nodes) =>
		nodes.map((node, index) => ({
			...node,
			// Only earlier tasks, so that there is no circle.
			parents: index === 0 ? [] : [...new Set(node.parents.map((parent) => parent % index))],
		})),
	);

/** What the rules say becomes of each task, and of the job. */
function expected(nodes: readonly Node[]): {
	codes: (string | null)[];
	runs: boolean[];
	job: string;
} {
	const codes: (string | null)[] = nodes.map(() => null);
	const runs = nodes.map(() => false);
	const causes: Node[] = [];
	const end = (index: number, code: string) => {
		const node = nodes[index];
		if (!node || codes[index]) return;
		codes[index] = code;
		causes.push(node);
		for (const [below, { parents }] of nodes.entries())
			if (!codes[below] && parents.some((parent) => codes[parent]))
				codes[below] = 'INPUT_TASK_FAILED';
	};
	for (const [index, { cancelledFirst }] of nodes.entries())
		if (cancelledFirst) end(index, 'CANCELLED');
	for (const [index, { behaviour }] of nodes.entries()) {
		if (codes[index]) continue;
		runs[index] = true;
		if (behaviour === 'fails') end(index, 'INVALID_OPTION');
		if (behaviour === 'is cancelled') end(index, 'CANCELLED');
	}
	return { codes, runs, job: causes.every((node) => node.ignoreError) ? 'finished' : 'error' };
}

async function submit(nodes: readonly Node[]): Promise<string> {
	const tasks = nodes.map(({ parents, behaviour, ignoreError }, index) => {
		const input = parents.map((parent) => `t${parent}`);
		const params = { timeout: 600, filename: behaviour };
		return {
			name: `t${index}`,
			parents: input,
			ignoreError,
			warnings: [],
			...(input.length > 0
				? ({ operation: 'archive', params: { ...params, input, output_format: 'zip' } } as const)
				: ({
						operation: 'capture-website',
						params: { ...params, url: 'https://example.com', output_format: 'pdf' },
					} as const)),
		};
	});
	const rest = { tag: null, webhookUrl: null, expiresIn: null, strict: false };
	return (await submitJob(context, { ...rest, tasks })).id;
}

async function runToEnd(id: string): Promise<Row | undefined> {
	context.queue.wake();
	await createWatchEnd(context)('jobs', id, new AbortController().signal);
	const [job] = await context.sql.all('SELECT * FROM jobs WHERE id = $1', [id]);
	return job;
}

function tasksOf(id: string): Promise<Row[]> {
	return context.sql.all('SELECT * FROM tasks WHERE job_id = $1 ORDER BY position', [id]);
}

/** Each task and the job are told to have begun once, and to have ended once, the job last. */
async function expectEvents(job: Row, tasks: readonly Row[]): Promise<void> {
	const events = await context.sql.all('SELECT * FROM events WHERE job_id = $1 ORDER BY number', [
		text(job, 'id'),
	]);
	const about = (task: string | null) =>
		events.filter((event) => event.task_id === task).map((event) => event.name);

	expect(events.map((event) => event.number)).toEqual(events.map((_, index) => index + 1));
	for (const task of tasks) {
		const told = about(text(task, 'id'));
		expect(told[0]).toBe('task.created');
		expect(told.filter((name) => /finished|failed/.test(String(name)))).toEqual([
			task.status === 'finished' ? 'task.finished' : 'task.failed',
		]);
	}
	expect(about(null).filter((name) => name === 'job.created')).toHaveLength(1);
	expect(events.at(-1)).toMatchObject({
		task_id: null,
		name: job.status === 'finished' ? 'job.finished' : 'job.failed',
		status: job.status,
	});
}

describe('a job of any graph', () => {
	it('ends as the rules say, each task run at most once, and runs the rest when it is retried', async () => {
		await fc.assert(
			fc.asyncProperty(graphs, async (nodes) => {
				ran = [];
				calm = false;
				const { codes, runs, job: status } = expected(nodes);
				const id = await submit(nodes);
				// One that has ended with a task before it refuses.
				for (const [index, task] of (await tasksOf(id)).entries())
					if (nodes[index]?.cancelledFirst)
						await cancelTask(context, text(task, 'id')).catch(() => undefined);
				const job = await runToEnd(id);
				const tasks = await tasksOf(id);

				expect(job).toMatchObject({ status, remaining: 0, ended_at: expect.any(Number) });
				expect(tasks.map((task) => task.code)).toEqual(codes);
				expect(tasks.map((task) => task.status)).toEqual(
					codes.map((code) => (code === null ? 'finished' : 'error')),
				);
				const wanted = tasks.filter((_, index) => runs[index]).map((task) => task.id);
				expect(ran.toSorted()).toEqual(wanted.toSorted());
				if (job) await expectEvents(job, tasks);
				if (status === 'error') await expectRetry(id, codes);
			}),
			{ numRuns: 40 },
		);
	});
});

/** A retried job finishes, and runs only what had not finished. */
async function expectRetry(id: string, codes: readonly (string | null)[]): Promise<void> {
	ran = [];
	calm = true;
	const again = await retryJob(context, id);
	const job = await runToEnd(again);
	const tasks = await tasksOf(again);

	expect(job).toMatchObject({ status: 'finished', remaining: 0 });
	expect(tasks.map((task) => task.status)).toEqual(codes.map(() => 'finished'));
	const wanted = tasks.filter((_, index) => codes[index] !== null).map((task) => task.id);
	expect(ran.toSorted()).toEqual(wanted.toSorted());
}
