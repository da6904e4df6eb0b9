import type { FastifyReply } from 'fastify';
import { TooManyRequestsError } from './errors.ts';

/**
 * Counts a request of a key, and tells its client by headers how many it has left.
 * @throws TooManyRequestsError when it has none
 */
export type CountRequest = (key: string, reply: FastifyReply) => void;

/** A limit of requests a minute for each key: all at once where they are saved up, then one as often as they come back. */
export function createRateLimit(perMinute: number | undefined): CountRequest {
	if (perMinute === undefined) return () => undefined;
	const interval = 60_000 / perMinute;
	/** For each key the moment at which it has its whole limit again. */
	const full = new Map<string, number>();
	return (key, reply) => {
		const now = Date.now();
		const next = Math.max(full.get(key) ?? now, now) + interval;
		const left = Math.floor((now + 60_000 - next) / interval + 1e-6);
		reply.header('X-RateLimit-Limit', perMinute);
		reply.header('X-RateLimit-Remaining', Math.max(0, left));
		if (left < 0)
			throw new TooManyRequestsError(perMinute, Math.ceil((next - now - 60_000) / 1000));
		full.set(key, next);
	};
}
