import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestService } from './start-service.ts';

/** A task of an answer, as far as tests look at it. */
export interface TaskAnswer {
	readonly id: string;
	readonly name: string;
	readonly job_id: string;
	readonly operation: string;
	readonly status: string;
	readonly code: string | null;
	readonly message: string | null;
	readonly percent: number;
	readonly engine?: string | null;
	readonly engine_version?: string | null;
	readonly credits: number | null;
	readonly payload?: Readonly<Record<string, unknown>>;
	readonly result: {
		readonly files?: readonly {
			filename: string;
			dir?: string;
			size: number;
			url?: string;
			sha256: string;
		}[];
		readonly form?: { url: string; parameters: Record<string, string> };
		readonly metadata?: Readonly<Record<string, string | number>>;
		readonly pages?: number;
		readonly warnings?: readonly string[];
	} | null;
	readonly created_at: string;
	readonly started_at: string | null;
	readonly ended_at: string | null;
	readonly depends_on_task_ids: readonly string[];
	readonly links: { readonly self: string };
}

/** A job of an answer. */
export interface JobAnswer {
	readonly id: string;
	readonly tag: string | null;
	readonly status: string;
	readonly tasks: readonly TaskAnswer[];
	readonly created_at: string;
	readonly started_at: string | null;
	readonly ended_at: string | null;
	readonly links: { readonly self: string };
}

/** An answer of the service. */
export interface Answer<Body> {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Body;
	readonly text: string;
}

/** The body of a refusal. */
export interface Refusal {
	readonly message: string;
	readonly code: string;
	readonly errors?: Readonly<Record<string, readonly string[]>>;
}

export type Tasks = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Speaks to a service as a client with its key would. */
export class Client {
	readonly #service: TestService;

	constructor(service: TestService) {
		this.#service = service;
	}

	/** The data folder of the service, which goes when it is stopped. */
	get data(): string {
		return this.#service.data;
	}

	async request<Body>(
		method: string,
		path: string,
		options: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
	): Promise<Answer<Body>> {
		const response = await fetch(new URL(path, this.#service.url), {
			method,
			headers: {
				Authorization: `Bearer ${this.#service.apiKey}`,
				...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
				...options.headers,
			},
			body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
			redirect: 'manual',
		});
		const text = await response.text();
		const body = text.startsWith('{') ? JSON.parse(text) : undefined;
		return { status: response.status, headers: response.headers, body, text };
	}

	/** Creates a job that must be accepted. */
	async submit(tasks: Tasks, headers: Readonly<Record<string, string>> = {}): Promise<JobAnswer> {
		const answer = await this.request<{ data: JobAnswer }>('POST', '/v2/jobs', {
			body: { tasks },
			headers,
		});
		if (answer.status !== 201) throw new Error(`The job was refused: ${answer.text}`);
		return answer.body.data;
	}

	/** Waits until the job has ended. */
	async wait(id: string): Promise<JobAnswer> {
		const answer = await this.request<{ data: JobAnswer }>('GET', `/v2/jobs/${id}/wait`);
		return answer.body.data;
	}

	/** Sends a local file to a waiting upload task by one PUT. */
	upload(job: JobAnswer, task: string, file: string, filename: string): Promise<number> {
		return this.send(find(job, task), file, filename);
	}

	/** The same for a task that may be outside of any job. */
	async send(task: TaskAnswer, file: string, filename: string): Promise<number> {
		const form = task.result?.form;
		if (!form) throw new Error(`Task "${task.id}" does not wait for an upload.`);
		const content = await readFile(file);
		const response = await fetch(form.url, {
			method: 'PUT',
			headers: { 'Content-Disposition': `attachment; filename="${filename}"` },
			body: content,
		});
		await response.arrayBuffer();
		return response.status;
	}

	/** Runs a job whose upload tasks take local files, to its end. */
	async run(tasks: Tasks, uploads: Readonly<Record<string, string>> = {}): Promise<JobAnswer> {
		const job = await this.submit(tasks);
		for (const [task, file] of Object.entries(uploads))
			await this.upload(job, task, file, file.slice(file.lastIndexOf('/') + 1));
		return this.wait(job.id);
	}

	/** Reads a job again until `condition` holds. */
	async until(id: string, condition: (job: JobAnswer) => boolean): Promise<JobAnswer> {
		for (let tries = 0; tries < 600; tries++) {
			const { body } = await this.request<{ data: JobAnswer }>('GET', `/v2/jobs/${id}`);
			if (condition(body.data)) return body.data;
			await delay(50);
		}
		throw new Error(`Job ${id} did not get there within 30 seconds.`);
	}
}

/** The task of that name. */
export function find(job: JobAnswer, name: string): TaskAnswer {
	const task = job.tasks.find((one) => one.name === name);
	if (!task) throw new Error(`The job has no task "${name}".`);
	return task;
}

/** Fetches the files that an `export/url` task hands out. */
export async function download(job: JobAnswer, task: string): Promise<Buffer[]> {
	const files = find(job, task).result?.files ?? [];
	return Promise.all(
		files.map(async ({ url }) => {
			if (!url) throw new Error(`A file of "${task}" has no address.`);
			const response = await fetch(url);
			if (!response.ok) throw new Error(`${url} answered ${response.status}`);
			return Buffer.from(await response.arrayBuffer());
		}),
	);
}
