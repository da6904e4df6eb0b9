import type { NodeAPI } from 'node-red';
import { registerTriggerNode } from './trigger-node.ts';

export default function (RED: NodeAPI): void {
	registerTriggerNode(RED);
}
