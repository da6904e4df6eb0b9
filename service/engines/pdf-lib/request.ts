import type { ActionName } from './actions/index.ts';

/** Where an action reads and writes, as the worker sees it. */
export interface ActionFiles {
	/** The PDF it works on. */
	readonly input: string;
	/** Further files that the action asks for. */
	readonly more: readonly string[];
	/** The folder for the files it makes. */
	readonly output: string;
}

/**
 * Work on a PDF inside the worker. `params` and what it answers pass through JSON; an error that it throws refuses the
 * file.
 */
export type Action<ActionParams, Facts extends object> = (
	params: ActionParams,
	files: ActionFiles,
) => Promise<Facts>;

/** What the PDF worker is asked to do. */
export interface PdfRequest {
	readonly action: ActionName;
	readonly params: never;
	readonly files: ActionFiles;
}
