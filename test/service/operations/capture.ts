import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, download, find, type Tasks } from '../../harness/client.ts';
import type { TestService } from '../../harness/start-service.ts';

/** Captures a page as PDF unless told otherwise, with further tasks that it names; the results go with the service. */
export async function capture(service: TestService, params: object, more: Tasks = {}) {
	const client = new Client(service);
	const job = await client.run({
		...more,
		work: { operation: 'capture-website', output_format: 'pdf', ...params },
		out: { operation: 'export/url', input: 'work' },
	});
	const task = find(job, 'work');
	const names = task.result?.files?.map(({ filename }) => filename) ?? [];
	const folder = mkdtempSync(path.join(service.data, 'results-'));
	const contents = task.status === 'finished' ? await download(job, 'out') : [];
	const paths = contents.map((content, index) => {
		const file = path.join(folder, names[index] ?? `${index}`);
		writeFileSync(file, content);
		return file;
	});
	return { job, task, result: { ...task.result }, names, paths };
}
