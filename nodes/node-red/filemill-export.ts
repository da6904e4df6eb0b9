import type { NodeAPI } from 'node-red';
import { registerFamily } from './family-node.ts';

export default function (RED: NodeAPI): void {
	registerFamily(RED, 'export');
}
