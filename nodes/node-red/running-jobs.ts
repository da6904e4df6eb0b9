import type { Node, NodeAPI } from 'node-red';

/** What a piece of work gets: the signal to stop, and a way to tell how far it is. */
export interface RunningJob {
	readonly signal: AbortSignal;
	/** In percent. */
	readonly progress: (percent: number) => void;
}

interface Entry {
	readonly controller: AbortController;
	readonly ended: Promise<unknown>;
	percent: number;
}

/** The jobs of a node that are under way, shown in its status; closing the node stops them. */
export class RunningJobs {
	readonly #RED: NodeAPI;
	readonly #node: Node;
	readonly #entries = new Set<Entry>();

	constructor(RED: NodeAPI, node: Node) {
		this.#RED = RED;
		this.#node = node;
	}

	async run<Result>(work: (job: RunningJob) => Promise<Result>): Promise<Result> {
		const controller = new AbortController();
		const { promise: ended, resolve: end } = withResolvers();
		const entry: Entry = { controller, ended, percent: 0 };
		this.#entries.add(entry);
		this.#show();
		try {
			return await work({
				signal: controller.signal,
				progress: (percent) => {
					entry.percent = percent;
					this.#show();
				},
			});
		} finally {
			this.#entries.delete(entry);
			this.#show();
			end();
		}
	}

	/** Aborts all, and waits until they have cleaned up. */
	async stop(): Promise<void> {
		const entries = [...this.#entries];
		for (const { controller } of entries) controller.abort(new NodeClosedError());
		await Promise.all(entries.map(({ ended }) => ended));
	}

	#show(): void {
		const running = this.#entries.size;
		if (running === 0) {
			this.#node.status({});
			return;
		}
		const sum = [...this.#entries].reduce((total, { percent }) => total + percent, 0);
		const percent = Math.round(sum / running);
		this.#node.status({
			fill: 'blue',
			shape: 'dot',
			text: this.#RED._('status.running', { running, percent }),
		});
	}
}

/** The flow was stopped or deployed anew while a job ran. */
export class NodeClosedError extends Error {
	override readonly name = 'NodeClosedError';

	constructor() {
		super('The flow was stopped or deployed anew.');
	}
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
	let resolve = () => {};
	const promise = new Promise<void>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}
