import type { NodeAPI, NodeDef } from 'node-red';
import { answerJob } from './answer-job.ts';
import type { FamilyNode } from './family-node.ts';
import { answerMessages } from './node-work.ts';
import type { TypedValue } from './typed-values.ts';

/** What the editor saves of a job node. */
export interface JobNodeDef extends NodeDef {
	/** The id of the config node. */
	readonly service?: string;
	readonly operation?: string;
	readonly params?: Readonly<Record<string, TypedValue>>;
}

/** Registers the node that works on whole jobs. */
export function registerJobNode(RED: NodeAPI): void {
	function FilemillJob(this: FamilyNode, definition: JobNodeDef) {
		RED.nodes.createNode(this, definition);
		answerMessages(RED, this, (message, jobs) => answerJob(RED, this, definition, message, jobs));
	}
	RED.nodes.registerType('filemill-job', FilemillJob);
}
