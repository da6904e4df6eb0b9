import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type JobAnswer } from '../test/harness/client.ts';
import { startService } from '../test/harness/start-service.ts';
import { measureProcess } from './measure-process.ts';

/**
 * Holds many synchronous requests open at once, and tells what they cost the service: memory, processor time while
 * nothing happens, and the time until all are answered. `node bench/waiters.ts [5000]`
 */
const waiters = Number(process.argv[2] ?? 5000);
const jobs = 100;
const idleSeconds = 5;

const service = await startService();
const client = new Client(service);
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

const ids = await Promise.all(
	Array.from(
		{ length: jobs },
		async () => (await client.submit({ a: { operation: 'import/upload' } })).id,
	),
);
const tasks = await Promise.all(
	ids.map((id) => client.request<{ data: JobAnswer }>('GET', `/v2/jobs/${id}`)),
);
const before = measureProcess(service.pid).now;
const answers: Promise<string>[] = [];
for (let index = 0; index < waiters; index++) {
	answers.push(wait(ids[index % jobs] ?? ''));
	if (index % 250 === 249) await delay(50);
}
await delay(2000);
const held = measureProcess(service.pid);
await delay(idleSeconds * 1000);
const busy = measureProcess(service.pid).busy - held.busy;

const started = performance.now();
for (const { body } of tasks)
	await client.request('POST', `/v2/tasks/${body.data.tasks[0]?.id}/cancel`);
const ends = await Promise.all(answers);
const seconds = (performance.now() - started) / 1000;
await service.stop();

const ended = ends.filter((status) => status === 'error').length;
process.stdout.write(
	`${waiters} waiters on ${jobs} jobs: ${before} MB before, ${held.now} MB with them, ${(((held.now - before) * 1024) / waiters).toFixed(1)} kB each; ` +
		`${busy.toFixed(2)} s of processor time in ${idleSeconds} s of waiting; ` +
		`${ended} answered ${seconds.toFixed(1)} s after the first of ${jobs} cancels\n`,
);

function wait(id: string): Promise<string> {
	return new Promise((resolve, reject) => {
		const headers = { Authorization: `Bearer ${service.apiKey}` };
		request(new URL(`/sync/v2/jobs/${id}`, service.url), { agent, headers }, async (response) => {
			const body: { data: JobAnswer } = JSON.parse(await text(response));
			resolve(body.data.status);
		})
			.on('error', reject)
			.end();
	});
}
