import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from '@filemill/operations';
import { parseAllowList } from './network/allow-list.ts';
import { AllowListError } from './network/errors.ts';

const wholeNumber = (minimum: number, maximum: number) =>
	z.coerce.number().int().min(minimum).max(maximum);

/** Bytes, with an optional unit: `500000`, `32MiB`, `5GB`. */
const bytes = z.string().transform((text, context) => {
	const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?$/i.exec(text.trim());
	if (!match) {
		context.addIssue({ code: 'custom', message: 'must be a size such as "32MiB"' });
		return z.NEVER;
	}
	const [, number, unit = '', binary] = match;
	const power = ['', 'k', 'm', 'g', 't'].indexOf(unit.toLowerCase());
	return Math.round(Number(number) * (binary ? 1024 : 1000) ** power);
});

const list = z.string().transform((text) =>
	text
		.split(',')
		.map((one) => one.trim())
		.filter((one) => one !== ''),
);

const delays = list.transform((entries, context) => {
	const seconds = entries.map(Number);
	if (seconds.every((one) => one >= 0 && one <= 86_400)) return seconds;
	context.addIssue({ code: 'custom', message: 'must be seconds such as "1,5,60"' });
	return z.NEVER;
});

const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds, with an optional unit: `3600`, `90m`, `12h`, `7d`. */
const duration = (minimum: number, maximum: number) =>
	z.string().transform((text, context) => {
		const [, count, unit = ''] = /^(\d{1,9})\s*([smhd]?)$/.exec(text.trim()) ?? [];
		const seconds = Number(count) * (units[unit] ?? Number.NaN);
		if (seconds >= minimum && seconds <= maximum) return seconds;
		const message = `must be a time such as "12h" or "7d", from ${minimum} to ${maximum} seconds`;
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});

const addressList = list.superRefine((entries, context) => {
	try {
		parseAllowList(entries);
	} catch (error) {
		if (!(error instanceof AllowListError)) throw error;
		context.addIssue({ code: 'custom', message: error.message });
	}
});

/** Everything an operator can set, by environment variable; `filemill serve --help` prints it. */
export const settings = z.object({
	FILEMILL_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
	FILEMILL_PORT: wholeNumber(0, 65_535)
		.default(8484)
		.describe('Port to listen on; 0 takes a free one.'),
	FILEMILL_SYNC_PORT: wholeNumber(0, 65_535)
		.optional()
		.describe(
			'A second port, on which jobs and tasks are answered when they have ended, as below the path /sync; 0 takes a free one.',
		),
	FILEMILL_SYNC_HOST: z
		.string()
		.optional()
		.describe(
			'A host name, such as "sync.files.example.com", under which jobs and tasks are answered when they have ended.',
		),
	FILEMILL_DATA: z
		.string()
		.default('.filemill/data')
		.transform((folder) => path.resolve(folder))
		.describe('Folder for jobs, files and keys.'),
	FILEMILL_API_KEY: z
		.string()
		.min(8, { error: 'must have at least 8 characters' })
		.optional()
		.describe(
			'An API key with all rights. Without it the first start makes one and keeps it in the data folder.',
		),
	FILEMILL_WEBHOOK_SECRET: z
		.string()
		.min(8, { error: 'must have at least 8 characters' })
		.optional()
		.describe(
			'What calls to the webhook_url of a job are signed with. Without it the first start makes one and keeps it in the data folder.',
		),
	FILEMILL_BASE_URL: z
		.url({ protocol: /^https?$/ })
		.transform((url) => url.replace(/\/+$/, ''))
		.optional()
		.describe(
			'Address that clients use, for the links handed out. By default the address listened on.',
		),
	FILEMILL_ALLOW_ADDRESSES: addressList
		.default([])
		.describe(
			'Private hosts or address ranges (CIDR) that imports, captures and webhooks may reach, separated by commas. None by default.',
		),
	FILEMILL_FILE_ROOTS: list
		.refine((folders) => folders.every((one) => path.isAbsolute(one)), {
			error: 'must be absolute paths of folders, separated by commas',
		})
		.default([])
		.describe(
			'Folders that import/file may read and export/file may write, separated by commas. None by default.',
		),
	FILEMILL_ALLOW_UNSANDBOXED: z
		.enum(['true', 'false'])
		.default('false')
		.transform((word) => word === 'true')
		.describe(
			'Whether what strangers can steer, such as capture-website, may run where no sandbox can be made: "true" or "false".',
		),
	FILEMILL_MAX_BODY: bytes.default(32 * 1024 ** 2).describe('Largest JSON request body.'),
	FILEMILL_MAX_FILE: bytes.default(10 * 1024 ** 3).describe('Largest imported or uploaded file.'),
	FILEMILL_MAX_TASK_SPACE: bytes
		.default(20 * 1024 ** 3)
		.describe('Disk that the files of one running task may take; a task that takes more is ended.'),
	FILEMILL_REGION: z.string().default('local').describe('Name of the region that tasks report.'),
	FILEMILL_CONCURRENCY: wholeNumber(1, 256)
		.default(Math.max(2, availableParallelism()))
		.describe('Tasks that engines work on at the same time.'),
	FILEMILL_RETENTION: duration(60, 366 * 86_400)
		.default(86_400)
		.describe(
			'How long after its end a job and its files are kept: seconds, or a time such as "12h" or "7d". Jobs may ask for less.',
		),
	FILEMILL_WEBHOOK_DELAYS: delays
		.default([1, 5, 15, 60, 300, 900, 3600, 7200, 14_400])
		.describe('Seconds before each further attempt at a webhook that failed, separated by commas.'),
	FILEMILL_RATE_LIMIT: wholeNumber(1, 1_000_000)
		.optional()
		.describe('Jobs and tasks that an API key may create in a minute. No limit unless set.'),
	FILEMILL_CONCURRENT_JOBS: wholeNumber(1, 1_000_000)
		.optional()
		.describe(
			'Jobs, and tasks outside of jobs, of an API key that may wait or run at the same time. No limit unless set.',
		),
	FILEMILL_HEARTBEAT: wholeNumber(1, 3600)
		.default(15)
		.describe('Seconds between signs of life on a stream of events in which nothing happens.'),
	FILEMILL_SHUTDOWN_TIMEOUT: wholeNumber(0, 3600)
		.default(10)
		.describe(
			'Seconds that running tasks get to finish when the service stops; then they go back to the queue.',
		),
	FILEMILL_LOG_LEVEL: z
		.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
		.default('info')
		.describe('What is logged to standard error.'),
});

export type Config = z.output<typeof settings>;

/** A setting has a value it cannot have; the message names each. */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
}

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 * @throws ConfigError
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
	const given = Object.fromEntries(
		Object.entries(environment).filter(([name, value]) => name in settings.shape && value !== ''),
	);
	const result = settings.safeParse(given);
	if (result.success) return result.data;
	const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
	throw new ConfigError(`The configuration is not valid.\n  ${faults.join('\n  ')}`);
}

/** The settings as lines of a help text. */
export function describeSettings(): string {
	const lines = Object.entries(settings.shape).map(([name, schema]) => {
		const initial = settings.safeParse({});
		const value = initial.success ? initial.data[name as keyof Config] : undefined;
		const shown =
			value === undefined || (Array.isArray(value) && value.length === 0) ? '' : ` (${value})`;
		return `  ${name.padEnd(26)} ${schema.description ?? ''}${shown}`;
	});
	return lines.join('\n');
}
