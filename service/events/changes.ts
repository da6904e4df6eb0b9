import { EventEmitter } from 'node:events';

/** Tells whoever waits that something about a job has been committed. */
export interface Changes {
	notify(jobId: string): void;
	/** Calls `listener` after each change of the job until the function returned is called. */
	subscribe(jobId: string, listener: () => void): () => void;
}

/** Changes inside this process. */
export function createLocalChanges(): Changes {
	const emitter = new EventEmitter();
	// One listener a waiting request; thousands of them are no leak.
	emitter.setMaxListeners(0);
	return {
		notify: (jobId) => {
			emitter.emit(jobId);
		},
		subscribe(jobId, listener) {
			emitter.on(jobId, listener);
			return () => emitter.off(jobId, listener);
		},
	};
}
