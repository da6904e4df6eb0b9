import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { NodeError } from './node-error.ts';
import { NodeClosedError, RunningJobs } from './running-jobs.ts';

/**
 * Lets a node answer each message with those that `answer` gives. What goes wrong is shown in its status and can be
 * caught; what is under way when the node is closed is stopped.
 */
export function answerMessages(
	RED: NodeAPI,
	node: Node<Record<string, string>>,
	answer: (message: NodeMessage, jobs: RunningJobs) => Promise<NodeMessage[]>,
): void {
	const jobs = new RunningJobs(RED, node);
	node.on('input', async (message, send, done) => {
		try {
			for (const one of await answer(message, jobs)) send(one);
			done();
		} catch (error) {
			if (error instanceof NodeClosedError) return done();
			const wrapped = new NodeError(error);
			node.status({ fill: 'red', shape: 'ring', text: wrapped.message });
			done(wrapped);
		}
	});
	node.on('close', (done: () => void) => {
		jobs.stop().then(done);
	});
}
