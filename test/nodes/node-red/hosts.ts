import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { JobAnswer } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { jobsDuring } from '../../harness/jobs-during.ts';
import { type FlowNode, startNodeRed, type TestNodeRed } from '../../harness/start-node-red.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { configNode, type FlowAnswer, flow, type Step } from './flow.ts';

/** A real Node-RED beside a real service. */
export interface Hosts {
	readonly service: TestService;
	readonly nodeRed: TestNodeRed;
	/** Replaces the flow by one with these steps, and further nodes beside them. */
	deploy(steps: readonly Step[], others?: readonly FlowNode[]): Promise<void>;
	/** Sends a fixture through the flow. */
	send(name: string, filename: string): Promise<FlowAnswer>;
	/** Sends bytes through the flow. */
	post(content: Buffer, filename: string, signal?: AbortSignal): Promise<FlowAnswer>;
	/** The jobs that the service got while `work` was done. */
	jobsDuring(work: () => Promise<unknown>): Promise<readonly JobAnswer[]>;
	stop(): Promise<void>;
}

/** Starts both; imports may reach this machine and its folder for temporary files. */
export async function startHosts(): Promise<Hosts> {
	const [service, nodeRed] = await Promise.all([
		startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1', FILEMILL_FILE_ROOTS: tmpdir() }),
		startNodeRed(),
	]);

	async function post(content: Buffer, filename: string, signal = AbortSignal.timeout(40_000)) {
		const response = await fetch(`${nodeRed.url}/run`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/octet-stream', 'x-filename': filename },
			body: new Uint8Array(content),
			signal,
		});
		const answer: FlowAnswer = JSON.parse(await response.text());
		return answer;
	}

	return {
		service,
		nodeRed,
		post,
		deploy: (steps, others = []) =>
			nodeRed.deploy([
				configNode('service', service.url, service.apiKey),
				...flow('/run', steps),
				...others,
			]),
		send: async (name, filename) => post(await readFile(fixture(name)), filename),
		jobsDuring: (work) => jobsDuring(service, work),
		async stop() {
			await nodeRed.stop();
			await service.stop();
		},
	};
}
