import { STATUS_CODES } from 'node:http';
import { request } from 'undici';
import { describeFailure } from '../network/describe-failure.ts';
import { ForbiddenAddressError } from '../network/errors.ts';
import type { Network } from '../network/network.ts';
import { requestHeaders } from '../network/request-headers.ts';

/** What came of a call: the status that was answered, if any, and whether to try again when it is not a good one. */
export interface CallOutcome {
	readonly delivered: boolean;
	readonly responseCode: number | null;
	/** Why it is not delivered, as a sentence. */
	readonly message: string | null;
	readonly again: boolean;
	/** Milliseconds that the receiver asks to be left alone for. */
	readonly pause: number;
}

/** Milliseconds that a receiver may take to answer. */
const patience = 30_000;

/** Too early, too many, or (409) not ready: a workflow that is about to wait answers so until it does. */
const passing = new Set([408, 409, 425, 429]);

/**
 * Posts a body to a webhook's address, by the network that checks where it goes; a redirect is not followed.
 * Rejects only with the reason of `signal`.
 */
export async function callWebhook(
	network: Network,
	url: URL,
	call: {
		readonly body: string;
		readonly headers: Readonly<Record<string, string>>;
		readonly signal: AbortSignal;
	},
): Promise<CallOutcome> {
	const signal = AbortSignal.any([call.signal, AbortSignal.timeout(patience)]);
	try {
		const answer = await request(new URL(url.pathname + url.search, url.origin), {
			dispatcher: network.dispatcher,
			method: 'POST',
			headers: {
				'user-agent': 'Filemill',
				'content-type': 'application/json',
				...requestHeaders(url, call.headers),
			},
			body: call.body,
			signal,
		});
		// What was answered says all; what comes behind it is read as far as a small page and then cut off.
		await answer.body.dump({ limit: 64 * 1024, signal }).catch(() => undefined);
		const code = answer.statusCode;
		const delivered = code >= 200 && code <= 299;
		const phrase = STATUS_CODES[code] ?? 'unknown status';
		return {
			delivered,
			responseCode: code,
			message: delivered ? null : `"${url.host}" answered ${code} (${phrase}).`,
			again: code >= 500 || passing.has(code),
			pause: retryAfter(answer.headers['retry-after']),
		};
	} catch (error) {
		call.signal.throwIfAborted();
		const late =
			signal.aborted && `"${url.host}" did not answer within ${patience / 1000} seconds.`;
		const fault = describeFailure(url.host, error);
		const again = !(fault instanceof ForbiddenAddressError);
		return {
			delivered: false,
			responseCode: null,
			message: late || fault.message,
			again,
			pause: 0,
		};
	}
}

/** Milliseconds that the header asks for (RFC 9110, 10.2.3), no more than an hour. */
function retryAfter(header: string | string[] | undefined): number {
	const asked = Number(header) * 1000 || Date.parse(String(header)) - Date.now();
	return Math.max(0, Math.min(asked || 0, 3_600_000));
}
