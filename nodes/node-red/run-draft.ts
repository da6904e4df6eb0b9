import type { NodeAPI, NodeMessage } from 'node-red';
import { runJob } from '../shared/client.ts';
import type { Draft } from '../shared/draft.ts';
import type { ExportedFile, Job, Task } from '../shared/job.ts';
import { mapLimited } from '../shared/map-limited.ts';
import type { Connection } from '../shared/transport.ts';
import { fetchContent } from './fetch-content.ts';
import { type ByteStream, openHeldFile } from './held-file.ts';

/** What a node hands on of each file: its content, its address, or the content with the address in `msg.url`. */
export type Give = 'file' | 'url' | 'both';

const parallelDownloads = 3;

/**
 * Runs a draft as one job and turns its result into messages: one for each file that it exports, in order, else one
 * with what the last task found out.
 */
export async function runDraft(
	RED: NodeAPI,
	message: NodeMessage,
	draft: Draft,
	connection: Connection<ByteStream>,
	options: { readonly give: Give; readonly onProgress: (percent: number) => void },
): Promise<NodeMessage[]> {
	const { job, files } = await runJob({
		...connection,
		draft,
		openFile: openHeldFile,
		// A message may pass a node again on purpose (a loop), so a key is good for one submission, not for a message.
		idempotencyKey: crypto.randomUUID(),
		tag: 'node-red',
		onProgress: (job) => options.onProgress(percentOf(job)),
	});
	const { filemill: _, payload: __, ...rest } = message;
	if (files.length === 0) return [{ ...rest, ...factsOf(draft, job) }];

	const sequence = { id: job.id, type: 'array', count: files.length, len: 1 };
	return mapLimited(files, parallelDownloads, async (file, index) => ({
		...(index === 0 ? rest : RED.util.cloneMessage(rest)),
		...(await contentOf(file, connection, options.give)),
		// What Split does, so that Join puts the files together and an outer sequence goes on after it.
		...(files.length > 1 && {
			parts: { ...sequence, index, ...(rest.parts !== undefined && { parts: rest.parts }) },
		}),
		filename: file.filename,
		filemillResult: { jobId: job.id, tasks: taskFacts(job), ...file },
	}));
}

async function contentOf(
	file: ExportedFile,
	connection: Connection<ByteStream>,
	give: Give,
): Promise<NodeMessage> {
	// What the service wrote to its own disk has no address.
	if (!file.url) return { payload: file.filename };
	if (give === 'url') return { payload: file.url };
	const payload = await fetchContent(connection, file);
	return give === 'both' ? { payload, url: file.url } : { payload };
}

function factsOf(draft: Draft, job: Job): NodeMessage {
	const tasks = taskFacts(job);
	// A task that exports no file has nothing to tell.
	const last =
		Object.keys(draft.tasks)
			.filter((name) => name in tasks)
			.at(-1) ?? '';
	return { payload: tasks[last] ?? {}, filemillResult: { jobId: job.id, task: last, tasks } };
}

/** What the tasks found out beside their files, by the name of the task. */
function taskFacts(job: Job): Record<string, Task['facts']> {
	return Object.fromEntries(
		job.tasks
			.filter(({ facts }) => Object.keys(facts).length > 0)
			.map(({ name, facts }) => [name, facts]),
	);
}

function percentOf({ tasks }: Job): number {
	const sum = tasks.reduce((total, { percent }) => total + percent, 0);
	return tasks.length === 0 ? 0 : sum / tasks.length;
}
