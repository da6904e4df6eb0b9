import { createInterface } from 'node:readline';
import { actions } from './actions/index.ts';
import type { PdfRequest } from './request.ts';

// Runs in the sandbox: a JSON request a line on stdin, a JSON answer a line on stdout.

say({ status: 'ready' });
for await (const line of createInterface(process.stdin)) {
	try {
		const { action, params, files }: PdfRequest = JSON.parse(line);
		// The table pairs each action with its parameters; a name that is read from a line cannot.
		const perform: (given: never, where: typeof files) => Promise<object> = actions[action];
		say({ status: 'done', facts: await perform(params, files) });
	} catch (error) {
		say({ status: 'refused', detail: describe(error) });
	}
}

function describe(error: unknown): string {
	return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 4000);
}

function say(answer: object): void {
	process.stdout.write(`${JSON.stringify({ ...answer, memory: process.memoryUsage.rss() })}\n`);
}
