import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestService } from '../../test/harness/start-service.ts';
import { startN8n } from '../../test/hosts/n8n/start-n8n.ts';
import { filemill, line, type Step, workflowOf } from '../../test/hosts/n8n/workflow.ts';
import { type Measured, watchMemory } from './watch-memory.ts';

/** Packs a file in n8n, which keeps files on its disk: with our nodes, then with one that takes the file into memory. */
export async function inN8n(service: TestService, file: string): Promise<Measured[]> {
	const peers = mkdtempSync(path.join(tmpdir(), 'filemill-peer-'));
	await cp(path.join(import.meta.dirname, 'peer'), peers, { recursive: true });
	const n8n = await startN8n({
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_RESTRICT_FILE_ACCESS_TO: path.dirname(file),
		N8N_CUSTOM_EXTENSIONS: peers,
	});
	try {
		const { url: baseUrl, apiKey } = service;
		const credential = await n8n.client.saveCredential('Filemill', { baseUrl, apiKey });
		const measured: Measured[] = [];
		for (const [way, steps] of [
			['n8n, our nodes', ours],
			['n8n, the whole file in memory', peer(service)],
		] as const) {
			const names = ['Start', 'Read', ...Object.keys(steps)];
			const workflow = workflowOf(
				way,
				{ Start: start, Read: read(file), ...steps },
				line(...names),
			);
			const id = await n8n.client.importWorkflow(workflow, credential);
			measured.push(
				await watchMemory(way, n8n.pid, async () => {
					const { status, error } = await n8n.client.execute(id, 'Start');
					if (status !== 'success') throw new Error(error?.message);
				}),
			);
		}
		return measured;
	} finally {
		await n8n.stop();
		rmSync(peers, { recursive: true });
	}
}

const start: Step = { type: 'n8n-nodes-base.manualTrigger' };

const read = (fileSelector: string): Step => ({
	type: 'n8n-nodes-base.readWriteFile',
	parameters: { operation: 'read', fileSelector, options: {} },
});

const ours = {
	Import: filemill('Import', 'import/upload', { inputDataFieldName: 'data' }),
	Pack: filemill('File', 'archive', { combine: 'each', output_format: 'zip', options: {} }),
	Export: filemill('Export', 'export/url', { output: 'file', outputDataFieldName: 'data' }),
};

const peer = ({ url, apiKey }: TestService) => ({
	Peer: { type: 'CUSTOM.wholeFile', parameters: { url, apiKey } },
});
