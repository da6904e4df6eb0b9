import { EventEmitter } from 'node:events';

/** Tells whoever waits that something about a job has been committed. */
export interface Changes {
	notify(jobId: string): void;
	/** Calls `listener` after each change of the job, or of any job, until the function returned is called. */
	subscribe(jobId: string | undefined, listener: () => void): () => void;
}

const anyJob = Symbol('any job');

/** Changes inside this process. */
export function createLocalChanges(): Changes {
	const emitter = new EventEmitter();
	// One listener a waiting request; thousands of them are no leak.
	emitter.setMaxListeners(0);
	return {
		notify: (jobId) => {
			emitter.emit(jobId);
			emitter.emit(anyJob);
		},
		subscribe(jobId, listener) {
			const name = jobId ?? anyJob;
			emitter.on(name, listener);
			return () => emitter.off(name, listener);
		},
	};
}
