import type { FastifyInstance } from 'fastify';

/** Milliseconds for which a client that does not read is waited for. */
const patience = 1000;

/**
 * Lets requests that are held come to their end before their connections are closed: `release` tells them to, and
 * `held` gives the ends that are still to come.
 */
export function endBeforeClose(
	app: FastifyInstance,
	release: () => void,
	held: () => Iterable<Promise<void>>,
): void {
	app.addHook('preClose', async () => {
		release();
		const late = Promise.withResolvers<void>();
		const timer = setTimeout(late.resolve, patience);
		await Promise.race([Promise.all(held()), late.promise]);
		clearTimeout(timer);
	});
}
