import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';

/** The API key that opens this service, and whether this start made it. */
export interface ApiKey {
	readonly key: string;
	/** Where it is kept, when the operator did not set it. */
	readonly file?: string;
	readonly made: boolean;
}

/** The key of the configuration, else the one kept in the data folder, else a new one that is kept there. */
export async function findApiKey(config: Config): Promise<ApiKey> {
	if (config.FILEMILL_API_KEY) return { key: config.FILEMILL_API_KEY, made: false };
	const file = path.join(config.FILEMILL_DATA, 'api-key');
	try {
		return { key: (await fs.readFile(file, 'utf8')).trim(), file, made: false };
	} catch {
		const key = `fm_${randomBytes(32).toString('base64url')}`;
		await fs.writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
		return { key, file, made: true };
	}
}

/** Whether an `Authorization` header carries the key; takes as long for a wrong one as for the right one. */
export function isAuthorized(header: string | undefined, key: string): boolean {
	const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
	return timingSafeEqual(digest(given), digest(key));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
