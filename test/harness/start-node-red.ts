import { execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A node of a flow, as the editor would deploy it. */
export type FlowNode = { readonly id: string; readonly type: string } & Readonly<
	Record<string, unknown>
>;

/** A real Node-RED in a process of its own, with the packed node package installed. */
export interface TestNodeRed {
	readonly url: string;
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
): Promise<TestNodeRed> {
	const folder = mkdtempSync(path.join(tmpdir(), 'filemill-node-red-'));
	install(folder);
	const port = await freePort();
	const settings = {
		uiHost: '127.0.0.1',
		uiPort: port,
		credentialSecret: false,
		externalModules: { autoInstall: false },
		telemetry: { enabled: false, updateNotification: false },
		editorTheme: { tours: false },
		logging: { console: { level: 'info', metrics: false, audit: false } },
	};
	writeFileSync(
		path.join(folder, 'settings.js'),
		`module.exports = ${JSON.stringify(settings, null, '\t')};\n`,
	);
	const bin = path.join(root, 'node_modules/node-red/red.js');
	const child = spawn(process.execPath, [bin, '--userDir', folder], {
		env: { PATH: process.env.PATH, HOME: folder, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
	let log = '';
	const collect = (chunk: string) => {
		log += chunk;
		output.emit('data');
	};
	const output = new EventEmitter();
	child.stdout.setEncoding('utf8').on('data', collect);
	child.stderr.setEncoding('utf8').on('data', collect);
	/** Resolves when it has said that so many times; the answer to a deployment comes before the flows run. */
	const started = async (times: number) => {
		while (log.split('Started flows').length <= times) {
			if (child.exitCode !== null)
				throw new Error(`Node-RED ended with ${child.exitCode}.\n${log}`);
			await Promise.race([once(output, 'data'), ended]);
		}
	};
	await started(1);

	let deployments = 1;
	const url = `http://127.0.0.1:${port}`;
	return {
		url,
		log: () => log,
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
			if (child.exitCode === null) child.kill('SIGTERM');
			await ended;
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

/** Installs what would be published, so that a file missing from the package is missed here. */
function install(folder: string): void {
	const target = path.join(folder, 'node_modules/@filemill/n8n-nodes-filemill');
	mkdirSync(target, { recursive: true });
	const packed = execFileSync(
		'npm',
		['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
		{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);
	const [{ filename }]: [{ filename: string }] = JSON.parse(packed);
	execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', target, '--strip-components=1']);
	const manifest = { name: 'node-red-project', private: true, dependencies: {} };
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.on('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => {
				if (typeof address === 'object' && address) resolve(address.port);
			});
		});
	});
}
