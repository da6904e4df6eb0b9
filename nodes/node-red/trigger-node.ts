import type { Node, NodeAPI } from 'node-red';
import { readJob } from '../shared/job.ts';
import { isObject } from '../shared/json.ts';
import { jobMessage } from './answer-job.ts';
import { chosenService } from './config-node.ts';
import type { ServerEvent } from './event-stream.ts';
import type { FamilyNode } from './family-node.ts';
import { followEvents } from './follow-events.ts';
import type { JobNodeDef } from './job-node.ts';
import { wordsFor } from './node-error.ts';
import { loadPlace, savePlace } from './stream-place.ts';
import { triggerOperation } from './trigger-operation.ts';
import { evaluateAll } from './typed-values.ts';

/** Registers the node that sends a message when a job begins or ends. */
export function registerTriggerNode(RED: NodeAPI): void {
	function FilemillTrigger(this: FamilyNode, definition: JobNodeDef) {
		RED.nodes.createNode(this, definition);
		const controller = new AbortController();
		let ended: Promise<void> = Promise.resolve();
		// What is sent while a flow is still put together is lost.
		const start = () => {
			ended = follow(RED, this, definition, controller.signal).catch((error: unknown) => {
				this.status({ fill: 'red', shape: 'ring', text: wordsFor(error) });
				this.error(wordsFor(error));
			});
		};
		RED.events.once('flows:started', start);
		this.on('close', (done: () => void) => {
			RED.events.off('flows:started', start);
			controller.abort();
			ended.then(done);
		});
	}
	RED.nodes.registerType('filemill-trigger', FilemillTrigger);
}

async function follow(
	RED: NodeAPI,
	node: FamilyNode,
	definition: JobNodeDef,
	signal: AbortSignal,
): Promise<void> {
	const { parameters } = triggerOperation;
	const { events, tag = '' } = await evaluateAll(
		RED,
		node,
		{},
		parameters,
		definition.params ?? {},
	);
	const { service = '' } = definition;
	const connection = chosenService(RED, service).connect(signal);
	let place = await loadPlace(node, service);
	let wasLost = false;
	await followEvents(connection, {
		events: [events]
			.flat()
			.flatMap((one) => String(one).split(','))
			.map((one) => one.trim()),
		tag: String(tag),
		last: place,
		async onEvent(event) {
			send(node, event);
			if (event.id === undefined || event.id === place) return;
			place = event.id;
			await savePlace(node, service, place);
		},
		onConnect() {
			wasLost = false;
			node.status({ fill: 'green', shape: 'dot', text: RED._('status.listening') });
		},
		onLost(cause, seconds) {
			const text = RED._('status.retrying', { seconds });
			node.status({ fill: 'yellow', shape: 'ring', text });
			// Once for each time that it is away.
			if (cause && !wasLost) node.warn(wordsFor(cause));
			wasLost = true;
		},
	});
}

function send(node: Node, { name, data }: ServerEvent): void {
	if (data === undefined) return;
	const parsed: unknown = JSON.parse(data);
	const job = readJob({ data: isObject(parsed) ? parsed.job : undefined });
	node.send(jobMessage(job, { topic: name }));
}
