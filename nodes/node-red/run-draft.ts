import type { NodeAPI, NodeMessage } from 'node-red';
import { runJob } from '../shared/client.ts';
import type { Draft } from '../shared/draft.ts';
import { type Job, percentOf } from '../shared/job.ts';
import type { Connection } from '../shared/transport.ts';
import { fileMessages, type Give, taskFacts, withoutContent } from './file-messages.ts';
import { type ByteStream, openHeldFile } from './held-file.ts';

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
	const rest = withoutContent(message);
	if (files.length === 0) return [{ ...rest, ...factsOf(draft, job) }];

	return fileMessages(RED, rest, { job, files }, connection, options.give);
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
