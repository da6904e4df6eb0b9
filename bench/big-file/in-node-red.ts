import path from 'node:path';
import { startNodeRed } from '../../test/harness/start-node-red.ts';
import type { TestService } from '../../test/harness/start-service.ts';
import { configNode, filemill, flow } from '../../test/nodes/node-red/flow.ts';
import { type Measured, watchMemory } from './watch-memory.ts';

/** Packs a file in Node-RED without letting it pass the flow: from the disk of the service, and back there. */
export async function inNodeRed(service: TestService, file: string): Promise<Measured[]> {
	const nodeRed = await startNodeRed();
	try {
		await nodeRed.deploy([
			configNode('service', service.url, service.apiKey),
			...flow('/run', [
				filemill('import', 'import/file', { path: file }),
				filemill('file', 'archive', { output_format: 'zip' }),
				filemill('export', 'export/file', { path: path.join(path.dirname(file), 'packed') }),
			]),
		]);
		const measured = await watchMemory('Node-RED, import/file', nodeRed.pid, async () => {
			const answer = await fetch(`${nodeRed.url}/run`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/octet-stream', 'x-filename': 'start' },
				body: 'start',
			});
			const { error }: { error?: unknown } = JSON.parse(await answer.text());
			if (error) throw new Error(JSON.stringify(error));
		});
		return [measured];
	} finally {
		await nodeRed.stop();
	}
}
