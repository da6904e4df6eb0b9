import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/start/free-port.ts';
import { HostProgram } from './host-program.ts';
import { installNodes } from './install-nodes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Which Node-RED to start, and the Node.js to start it with. */
export interface NodeRedHost {
	readonly script: string;
	readonly node: string;
}

/** The Node-RED of the development dependencies, on the Node.js of the tests. */
export const ownNodeRed: NodeRedHost = {
	script: path.join(root, 'node_modules/node-red/red.js'),
	node: process.execPath,
};

/** A node of a flow, as the editor would deploy it. */
export type FlowNode = { readonly id: string; readonly type: string } & Readonly<
	Record<string, unknown>
>;

/** A real Node-RED in a process of its own, with the packed node package installed. */
export interface TestNodeRed {
	readonly url: string;
	/** The id of its process. */
	readonly pid: number;
	/** What it has written to its console. */
	readonly log: () => string;
	/** Presses the button of an Inject node, and resolves with the first thing that a Debug node shows. */
	inject(id: string): Promise<{ readonly id: string; readonly msg: string }>;
	/** Replaces all flows; resolves when the new ones run. */
	deploy(nodes: readonly FlowNode[]): Promise<void>;
	stop(): Promise<void>;
}

/** Starts Node-RED with an empty user folder; resolves when its flows have started. */
export async function startNodeRed(
	environment: Readonly<Record<string, string>> = {},
	host = ownNodeRed,
): Promise<TestNodeRed> {
	const folder = mkdtempSync(path.join(tmpdir(), 'filemill-node-red-'));
	installNodes(folder);
	const manifest = { name: 'node-red-project', private: true, dependencies: {} };
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
	const port = await freePort(0);
	const settings = {
		uiHost: '127.0.0.1',
		uiPort: port,
		credentialSecret: false,
		externalModules: { autoInstall: false },
		telemetry: { enabled: false, updateNotification: false },
		editorTheme: { tours: false, palette: { catalogues: [] } },
		logging: { console: { level: 'info', metrics: false, audit: false } },
	};
	writeFileSync(
		path.join(folder, 'settings.js'),
		`module.exports = ${JSON.stringify(settings, null, '\t')};\n`,
	);
	const program = new HostProgram(host.node, [host.script, '--userDir', folder], {
		PATH: process.env.PATH,
		HOME: folder,
		...environment,
	});
	// The answer to a deployment comes before the flows run.
	const started = (times: number) => program.hasWritten('Started flows', times);
	await started(1);

	let deployments = 1;
	const url = `http://127.0.0.1:${port}`;
	return {
		url,
		pid: program.pid,
		log: () => program.log,
		inject: (id) => firstDebug(url, id),
		async deploy(nodes) {
			const response = await fetch(`${url}/flows`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', 'Node-RED-API-Version': 'v2' },
				body: JSON.stringify({ flows: nodes }),
			});
			if (!response.ok) throw new Error(`The flows were refused: ${await response.text()}`);
			await response.arrayBuffer();
			deployments += 1;
			await started(deployments);
		},
		async stop() {
			await program.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function firstDebug(
	url: string,
	inject: string,
): Promise<{ readonly id: string; readonly msg: string }> {
	const socket = new WebSocket(`${url.replace('http', 'ws')}/comms`);
	try {
		await once(socket, 'open');
		socket.send(JSON.stringify({ subscribe: 'debug' }));
		await fetch(`${url}/inject/${inject}`, { method: 'POST' });
		for (;;) {
			const [{ data }] = await once(socket, 'message');
			const shown = JSON.parse(String(data)).find(
				(one: { topic: string }) => one.topic === 'debug',
			);
			if (shown) return shown.data;
		}
	} finally {
		socket.close();
	}
}
