import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { places } from './places.ts';
import { type Program, StartError, startProgram } from './program.ts';
import type { RunningService } from './start-filemill.ts';

/** The editor of a running Node-RED. */
export interface Editor {
	readonly url: string;
}

interface FlowNode {
	readonly id: string;
}

const example = 'word-to-pdf';
const secondsForFlow = 180;

/** Starts Node-RED with our nodes and the example flow, which finds service, key and files in its environment. */
export async function startNodeRed(
	service: RunningService,
	started: (program: Program) => void,
): Promise<Editor> {
	linkPackage();
	restoreExample();
	const port = await freePort(1880);
	const program = startProgram(
		'Node-RED',
		[
			'node_modules/node-red/red.js',
			`--settings=${path.join(places.root, 'scripts/start/node-red-settings.cjs')}`,
			`--userDir=${places.nodeRed}`,
			`--port=${port}`,
		],
		{
			FILEMILL_URL: service.url,
			FILEMILL_API_KEY: service.apiKey,
			FILEMILL_EXAMPLE_FILE: places.document,
			FILEMILL_EXAMPLE_OUTPUT: places.result,
		},
	);
	started(program);
	await program.line(/Started flows/, 60);
	return { url: `http://127.0.0.1:${port}/#flow/${example}-flow` };
}

/** Presses the button of the example flow, as the editor does, and resolves with the id of the job that it ran. */
export async function askNodeRed(editor: Editor): Promise<string> {
	rmSync(places.result, { force: true });
	const comms = new URL('/comms', editor.url);
	comms.protocol = 'ws:';
	const socket = new WebSocket(comms);
	try {
		return await new Promise((resolve, reject) => {
			const give = (reason: string) => reject(new StartError(reason));
			setTimeout(
				() => give(`The example flow gave no result within ${secondsForFlow} seconds.`),
				secondsForFlow * 1000,
			).unref();
			socket.onerror = () => give('Node-RED does not answer.');
			socket.onmessage = ({ data }) => {
				for (const { topic, data: shown } of JSON.parse(String(data))) {
					if (topic !== 'debug') continue;
					if (shown.id === `${example}-error`) give(`The example flow failed: ${shown.msg}`);
					if (shown.id === `${example}-result`) resolve(JSON.parse(shown.msg).jobId);
				}
			};
			socket.onopen = async () => {
				socket.send(JSON.stringify({ subscribe: 'debug' }));
				const { ok, status } = await fetch(new URL(`/inject/${example}-start`, editor.url), {
					method: 'POST',
				});
				if (!ok) give(`Node-RED could not start the example flow (status ${status}).`);
			};
		});
	} finally {
		socket.close();
	}
}

// As `npm install <folder>` would, but without the network.
function linkPackage(): void {
	const link = path.join(places.nodeRed, 'node_modules/@filemill/n8n-nodes-filemill');
	mkdirSync(path.dirname(link), { recursive: true });
	rmSync(link, { force: true });
	symlinkSync(places.root, link, 'dir');
}

// Whatever a person made of it stays, unless a part of the example is gone.
function restoreExample(): void {
	const file = path.join(places.nodeRed, 'flows.json');
	const flows: FlowNode[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
	const nodes: FlowNode[] = JSON.parse(
		readFileSync(path.join(places.root, `examples/${example}.json`), 'utf8'),
	);
	const known = new Set(flows.map(({ id }) => id));
	if (nodes.every(({ id }) => known.has(id))) return;
	const own = new Set(nodes.map(({ id }) => id));
	const others = flows.filter(({ id }) => !own.has(id));
	writeFileSync(file, JSON.stringify([...nodes, ...others], null, '\t'));
}
