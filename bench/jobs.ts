import { Client } from '../test/harness/client.ts';
import { startService } from '../test/harness/start-service.ts';
import { measureProcess } from './measure-process.ts';

/**
 * Runs many small jobs (import/raw → export/url) and tells how many a second are accepted and finished, each commit
 * on the disk before its answer, and the memory of the service. `node bench/jobs.ts [3000]`
 */
const count = Number(process.argv[2] ?? 3000);
const posters = 32;

const service = await startService();
const client = new Client(service);
const tasks = {
	a: { operation: 'import/raw', file: 'Hello.', filename: 'note.txt' },
	b: { operation: 'export/url', input: 'a' },
};
await client.run(tasks);

const before = measureProcess(service.pid);
const started = performance.now();
let left = count;
const ids: string[] = [];
await Promise.all(
	Array.from({ length: posters }, async () => {
		while (left-- > 0) ids.push((await client.submit(tasks)).id);
	}),
);
const accepted = secondsSince(started);
const ends: string[] = [];
for (const id of ids) ends.push((await client.wait(id)).status);
const finished = secondsSince(started);
const used = measureProcess(service.pid);
await service.stop();

process.stdout.write(
	`${count} jobs by ${posters} clients: ${Math.round(count / accepted)} a second accepted, ` +
		`${Math.round(count / finished)} a second accepted and finished (${ends.filter((status) => status === 'finished').length} of ${count}), ` +
		`at most ${used.most} MB, ${((1000 * (used.busy - before.busy)) / count).toFixed(1)} ms of processor time each\n`,
);

function secondsSince(start: number): number {
	return (performance.now() - start) / 1000;
}
