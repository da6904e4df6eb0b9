/** What the worker for pictures is asked to do with one file. */
export interface OptimizeRequest {
	readonly input: string;
	/** The file to write. */
	readonly output: string;
	readonly format: string;
	/** 1-100; nothing is lost where it is absent. */
	readonly quality?: number | undefined;
	/** A JPEG that another program has packed already; the input tells only how it is turned. */
	readonly packed?: string | undefined;
}

/** What it did, in words; nothing where it found nothing to do. */
export interface OptimizeFacts {
	readonly done: readonly string[];
}
