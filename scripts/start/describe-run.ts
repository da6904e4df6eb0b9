import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { places } from './places.ts';
import { StartError } from './program.ts';
import type { RunningService } from './start-filemill.ts';

interface Task {
	readonly name: string;
	readonly operation: string;
	readonly status: string;
	readonly engine?: string | null;
	readonly engine_version?: string | null;
	readonly started_at: string | null;
	readonly ended_at: string | null;
}

/** Says in plain words what the job did, and where the PDF lies. */
export async function describeRun(
	{ url, apiKey }: RunningService,
	jobId: string,
	seconds: number,
): Promise<string> {
	const response = await fetch(`${url}/v2/jobs/${jobId}`, {
		headers: { Authorization: `Bearer ${apiKey}` },
	});
	if (!response.ok) throw new StartError(`The service does not know the job ${jobId} any more.`);
	const { data }: { data: { status: string; tasks: Task[] } } = await response.json();
	if (!existsSync(places.result) || !readFileSync(places.result, 'latin1').startsWith('%PDF-')) {
		throw new StartError(`The job is ${data.status}, but ${places.result} is no PDF.`);
	}
	return `
The Word document ${path.basename(places.document)} is a PDF now. Node-RED ran it in ${seconds.toFixed(1)} seconds as one job of ${data.tasks.length} tasks:

job ${jobId}, ${data.status}
${data.tasks.toSorted(byStart).map(describeTask).join('\n')}

The PDF          ${places.result}`;
}

function describeTask(task: Task): string {
	const engine = task.engine ? ` by ${task.engine} ${task.engine_version ?? ''}` : '';
	const times = `${clock(task.started_at)} to ${clock(task.ended_at)}`;
	return `  ${task.operation.padEnd(15)}${task.status.padEnd(10)}${times}${engine}`;
}

function byStart(one: Task, other: Task): number {
	return (one.started_at ?? '').localeCompare(other.started_at ?? '');
}

function clock(time: string | null): string {
	return time === null ? '–' : new Date(time).toLocaleTimeString('en-GB');
}
