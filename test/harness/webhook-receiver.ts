import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { JobAnswer } from './client.ts';

/** A call that a receiver got. */
export interface WebhookCall {
	readonly headers: IncomingHttpHeaders;
	/** As it was sent. */
	readonly raw: string;
	readonly body: { readonly event: string; readonly job: JobAnswer };
}

/** A web server that is called. */
export interface WebhookReceiver {
	readonly url: string;
	readonly calls: readonly WebhookCall[];
	/** Resolves with all calls when there are so many. */
	until(count: number): Promise<readonly WebhookCall[]>;
	close(): Promise<void>;
}

/** What is answered: a status, with headers where it needs them; cutting the connection; or nothing ever. */
export type ReceiverAnswer =
	| number
	| readonly [number, Readonly<Record<string, string>>]
	| 'cut'
	| 'silence';

/** Starts a receiver that gives these answers one after the other, and the last for ever. */
export async function startReceiver(
	answers: readonly ReceiverAnswer[] = [200],
	port = 0,
): Promise<WebhookReceiver> {
	const calls: WebhookCall[] = [];
	let onCall = () => {};
	const server = createServer(async (request, response) => {
		const raw = String(await buffer(request));
		const answer = answers[Math.min(calls.length, answers.length - 1)] ?? 200;
		calls.push({ headers: request.headers, raw, body: JSON.parse(raw) });
		if (answer === 'cut') request.socket.destroy();
		else if (typeof answer === 'number') response.writeHead(answer).end('thanks');
		else if (answer !== 'silence') response.writeHead(...answer).end();
		onCall();
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`,
		calls,
		until: (count) =>
			new Promise((resolve) => {
				onCall = () => calls.length >= count && resolve(calls);
				onCall();
			}),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
