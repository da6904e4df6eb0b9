import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Client, download, find, type JobAnswer, type TaskAnswer } from './client.ts';

/** What came of an operation: its task, and its files as they were downloaded, in order. */
export interface Operated {
	readonly job: JobAnswer;
	readonly task: TaskAnswer;
	/** `result` with all its keys. */
	readonly result: Readonly<Record<string, unknown>>;
	readonly names: readonly string[];
	readonly paths: readonly string[];
}

/** Runs one operation on local files as a client would: uploads them, waits, downloads the results, which go with the service. */
export async function operate(
	client: Client,
	operation: string,
	params: Readonly<Record<string, unknown>>,
	files: readonly string[],
	/** A file for each parameter that names a task. */
	named: Readonly<Record<string, string>> = {},
): Promise<Operated> {
	const inputs = files.map((file, index) => [`import-${index + 1}`, file] as const);
	const imports = [...inputs, ...Object.entries(named)];
	const references = Object.fromEntries(Object.keys(named).map((name) => [name, name]));
	const job = await client.run(
		{
			...Object.fromEntries(imports.map(([name]) => [name, { operation: 'import/upload' }])),
			work: { operation, input: inputs.map(([name]) => name), ...params, ...references },
			out: { operation: 'export/url', input: 'work' },
		},
		Object.fromEntries(imports),
	);
	const task = find(job, 'work');
	const names = task.result?.files?.map(({ filename }) => filename) ?? [];
	const folder = await mkdtemp(path.join(client.data, 'results-'));
	const contents = task.status === 'finished' ? await download(job, 'out') : [];
	const paths = contents.map((_, index) => path.join(folder, names[index] ?? `${index}`));
	for (const [index, content] of contents.entries()) await writeFile(paths[index] ?? '', content);
	return { job, task, result: { ...task.result }, names, paths };
}
