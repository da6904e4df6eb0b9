import type { NodeAPI } from 'node-red';
import { registerJobNode } from './job-node.ts';

export default function (RED: NodeAPI): void {
	registerJobNode(RED);
}
