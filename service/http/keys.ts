import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { newKey } from '../keys/api-keys.ts';

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
	const { secret, made } = await keepSecret(file, newKey);
	return { key: secret, file, made };
}

/** What calls to the `webhook_url` of a job are signed with: of the configuration, else kept in the data folder. */
export async function findWebhookSecret(config: Config): Promise<string> {
	if (config.FILEMILL_WEBHOOK_SECRET) return config.FILEMILL_WEBHOOK_SECRET;
	const file = path.join(config.FILEMILL_DATA, 'webhook-secret');
	return (await keepSecret(file, () => randomBytes(24).toString('base64url'))).secret;
}

/** The secret in a file, which is made when there is none. */
async function keepSecret(
	file: string,
	make: () => string,
): Promise<{ readonly secret: string; readonly made: boolean }> {
	try {
		return { secret: (await fs.readFile(file, 'utf8')).trim(), made: false };
	} catch {
		const secret = make();
		await fs.writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
		return { secret, made: true };
	}
}
