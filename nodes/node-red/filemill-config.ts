import type { NodeAPI } from 'node-red';
import { registerConfigNode } from './config-node.ts';
import { registerConnectionTest } from './connection-test.ts';

export default function (RED: NodeAPI): void {
	registerConfigNode(RED);
	registerConnectionTest(RED);
}
