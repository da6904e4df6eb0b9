import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type NodeRedHost, ownNodeRed } from '../../harness/start-node-red.ts';

const below = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const node20 = below('node-20/bin/node');

/** The versions of Node-RED that the nodes must work in, each on the oldest Node.js that it may run on here. */
export const nodeRedHosts: Readonly<Record<string, NodeRedHost>> = {
	'Node-RED 5': ownNodeRed,
	'Node-RED 4': {
		script: below('node-red-4/red.js'),
		node: existsSync(node20) ? node20 : process.execPath,
	},
};
