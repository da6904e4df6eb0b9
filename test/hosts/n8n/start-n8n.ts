import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/start/free-port.ts';
import { HostProgram } from '../../harness/host-program.ts';
import { installNodes } from '../../harness/install-nodes.ts';
import { N8nClient } from './n8n-client.ts';

const bin = fileURLToPath(new URL('../node_modules/n8n/bin/n8n', import.meta.url));

/** A real n8n in a process of its own, with the packed node package installed and an owner signed in. */
export interface TestN8n {
	readonly url: string;
	/** Speaks to it as the editor of the owner does. */
	readonly client: N8nClient;
	/** The id of its process. */
	readonly pid: number;
	/** What it has written to its console. */
	readonly log: () => string;
	stop(): Promise<void>;
}

/** Starts n8n with an empty user folder; resolves when its owner is there. */
export async function startN8n(
	environment: Readonly<Record<string, string>> = {},
): Promise<TestN8n> {
	const folder = mkdtempSync(path.join(tmpdir(), 'filemill-n8n-'));
	installNodes(path.join(folder, '.n8n/nodes'));
	const [port, brokerPort] = [await freePort(0), await freePort(0)];
	const program = new HostProgram(process.execPath, [bin, 'start'], {
		PATH: process.env.PATH,
		HOME: folder,
		N8N_USER_FOLDER: folder,
		N8N_ENCRYPTION_KEY: 'test',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry',
		...environment,
	});
	await program.hasWritten('Editor is now accessible via');
	const url = `http://127.0.0.1:${port}`;
	return {
		url,
		client: await N8nClient.setUpOwner(url),
		pid: program.pid,
		log: () => program.log,
		async stop() {
			await program.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
