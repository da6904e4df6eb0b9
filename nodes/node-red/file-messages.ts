import type { NodeAPI, NodeMessage } from 'node-red';
import type { JobResult } from '../shared/client.ts';
import type { ExportedFile, Job, Task } from '../shared/job.ts';
import { mapLimited } from '../shared/map-limited.ts';
import type { Connection } from '../shared/transport.ts';
import { fetchContent } from './fetch-content.ts';
import type { ByteStream } from './held-file.ts';

/** What a node hands on of each file: its content, its address, or the content with the address in `msg.url`. */
export type Give = 'file' | 'url' | 'both';

const parallelDownloads = 3;

/** What of a message goes on with the result of its job. */
export function withoutContent(message: NodeMessage): NodeMessage {
	const { filemill: _, payload: __, ...rest } = message;
	return rest;
}

/** The messages for the files of a job, one each, in order; each has the rest of the message that asked for them. */
export function fileMessages(
	RED: NodeAPI,
	rest: NodeMessage,
	{ job, files }: JobResult,
	connection: Connection<ByteStream>,
	give: Give,
): Promise<NodeMessage[]> {
	const sequence = { id: job.id, type: 'array', count: files.length, len: 1 };
	return mapLimited(files, parallelDownloads, async (file, index) => ({
		...(index === 0 ? rest : RED.util.cloneMessage(rest)),
		...(await contentOf(file, connection, give)),
		// What Split does, so that Join puts the files together and an outer sequence goes on after it.
		...(files.length > 1 && {
			parts: { ...sequence, index, ...(rest.parts !== undefined && { parts: rest.parts }) },
		}),
		filename: file.filename,
		filemillResult: { jobId: job.id, tasks: taskFacts(job), ...file },
	}));
}

/** What the tasks found out beside their files, by the name of the task. */
export function taskFacts(job: Job): Record<string, Task['facts']> {
	return Object.fromEntries(
		job.tasks
			.filter(({ facts }) => Object.keys(facts).length > 0)
			.map(({ name, facts }) => [name, facts]),
	);
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
