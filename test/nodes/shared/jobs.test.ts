import { afterEach, describe, expect, it } from '@jest/globals';
import { cancelJob, listJobs, retryJob, waitForJob } from '../../../nodes/shared/jobs.ts';
import { type Reply, ScriptedService } from './scripted-service.ts';

let peer: ScriptedService;
afterEach(() => peer?.stop());

const serve = async (reply: ConstructorParameters<typeof ScriptedService>[0]) => {
	peer = await new ScriptedService(reply).start();
	return peer.connection();
};
const job = (id: string, status: string): Reply => ({
	status: 200,
	json: { data: { id, status, tasks: [] } },
});

describe('listJobs', () => {
	const pages: ConstructorParameters<typeof ScriptedService>[0] = ({ path }) => {
		const page = Number(new URL(path, 'http://service').searchParams.get('page'));
		const count = page < 3 ? 100 : 5;
		const data = Array.from({ length: count }, (_, index) => ({
			id: `${page}-${index}`,
			status: 'finished',
		}));
		return { status: 200, json: { data } };
	};

	it('turns the pages until it has as many as wanted', async () => {
		const jobs = await listJobs(await serve(pages), { limit: 150 });

		expect(jobs).toHaveLength(150);
		expect(jobs.at(-1)?.id).toBe('2-49');
		expect(peer.calls).toHaveLength(2);
	});

	it('turns them to the last where all are wanted', async () => {
		const jobs = await listJobs(await serve(pages), { limit: Number.POSITIVE_INFINITY });

		expect(jobs).toHaveLength(205);
		expect(peer.calls).toHaveLength(3);
	});
});

describe('waitForJob', () => {
	it('asks again while the job runs, and bears a restart of the service', async () => {
		const answers = [job('1', 'processing'), undefined, { status: 503 }, job('1', 'finished')];

		const ended = await waitForJob(await serve(() => answers.shift()), '1');

		expect(ended.status).toBe('finished');
		expect(new Set(peer.calls)).toEqual(new Set(['GET /v2/jobs/1/wait?timeout=25']));
	});
});

describe('cancelJob', () => {
	it('leaves a job as it is that has ended a moment before', async () => {
		const connection = await serve(({ method }) =>
			method === 'POST' ? { status: 409, json: { code: 'INVALID_STATE' } } : job('1', 'finished'),
		);

		expect((await cancelJob(connection, '1')).status).toBe('finished');
	});
});

describe('retryJob', () => {
	it('asks once: a second request would start a second job', async () => {
		const retried = retryJob(await serve(() => undefined), '1');

		await expect(retried).rejects.toThrow('No answer');
		expect(peer.calls).toEqual(['POST /v2/jobs/1/retry']);
	});
});
