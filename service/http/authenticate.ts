import { createHash, timingSafeEqual } from 'node:crypto';
import type { JobContext } from '../jobs/job.ts';
import { findKey } from '../keys/api-keys.ts';
import { type Scope, scopes } from '../keys/scopes.ts';
import { UnauthenticatedError } from './errors.ts';

/** Whoever asks: which key it is, and what it may do. */
export interface Caller {
	readonly id: string;
	readonly scopes: ReadonlySet<Scope>;
}

/**
 * Finds who an `Authorization` header belongs to: the operator's own key, which may do everything, or one that was made.
 * A missing, a wrong and an expired key are answered alike.
 */
export function createAuthenticate(
	{ sql }: Pick<JobContext, 'sql'>,
	operatorKey: string,
): (header: string | undefined) => Promise<Caller> {
	const operator: Caller = { id: 'operator', scopes: new Set(scopes) };
	const wanted = digest(operatorKey);
	return async (header) => {
		const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
		if (given === undefined) throw new UnauthenticatedError();
		// Digests, so that it takes as long for a wrong key as for the right one.
		if (timingSafeEqual(digest(given), wanted)) return operator;
		const key = await findKey(sql, given);
		if (!key) throw new UnauthenticatedError();
		return key;
	};
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
