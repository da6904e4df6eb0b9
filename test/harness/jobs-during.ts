import { Client, type JobAnswer } from './client.ts';
import type { TestService } from './start-service.ts';

/** The jobs, with their tasks, that a service got while `work` was done. */
export async function jobsDuring(
	service: TestService,
	work: () => Promise<unknown>,
): Promise<readonly JobAnswer[]> {
	const before = new Set((await jobs(service)).map(({ id }) => id));
	await work();
	return (await jobs(service)).filter(({ id }) => !before.has(id));
}

async function jobs(service: TestService): Promise<readonly JobAnswer[]> {
	const path = '/v2/jobs?include=tasks&per_page=1000';
	const answer = await new Client(service).request<{ data: JobAnswer[] }>('GET', path);
	return answer.body.data;
}
