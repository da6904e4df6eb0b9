import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, type Refusal } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService({ FILEMILL_LOG_LEVEL: 'debug' });
	client = new Client(service);
});

afterAll(() => service.stop());

const pages = fixture('pdf/pages-3.pdf');
const encrypt = (params: object, ...files: string[]) =>
	operate(client, 'pdf/encrypt', { ...params }, files.length > 0 ? files : [pages]);

describe('pdf/encrypt', () => {
	it('makes a PDF that opens only with its password', async () => {
		const { paths, result, task } = await encrypt({ set_password: 'Straße 7' });
		const [file = ''] = paths;

		await expect(execa('/usr/bin/pdftotext', [file, '-'])).rejects.toThrow('Incorrect password');
		const { stdout } = await execa('/usr/bin/pdftotext', ['-upw', 'Straße 7', file, '-']);
		expect(stdout.match(/Page \d/g)).toEqual(['Page 1', 'Page 2', 'Page 3']);
		expect(result).toMatchObject({
			pages: 3,
			encryption: {
				method: 'AES-256',
				allow_print: 'full',
				allow_modify: 'all',
				allow_extract: true,
				allow_accessibility: true,
			},
		});
		expect(result.warnings).toBeUndefined();
		expect(task.engine).toBe('qpdf');
	});

	it('lets the owner password open it too, and tells the two apart', async () => {
		const { paths } = await encrypt({ set_password: 'user', set_owner_password: 'owner' });

		expect(await show(paths[0], 'owner')).toContain('Supplied password is owner password');
		expect(await show(paths[0], 'user')).toContain('Supplied password is user password');
	});

	it.each([
		[{ allow_print: 'none' }, ['print low resolution', 'print high resolution']],
		[{ allow_print: 'low' }, ['print high resolution']],
		[{ allow_extract: false }, ['extract for any purpose']],
		[
			{ allow_modify: 'none' },
			['modify document assembly', 'modify forms', 'modify annotations', 'modify other'],
		],
		[{ allow_modify: 'form' }, ['modify document assembly', 'modify annotations', 'modify other']],
		[{ allow_modify: 'assembly' }, ['modify forms', 'modify annotations', 'modify other']],
		[{ allow_modify: 'annotate' }, ['modify document assembly', 'modify other']],
	])('restricts by %j what the owner password does not lift', async (params, forbidden) => {
		const { paths, result } = await encrypt({ ...params, set_owner_password: 'owner' });

		const found = [...(await show(paths[0])).matchAll(/^(.+): not allowed$/gm)].map(
			([, what]) => what,
		);
		expect(found.filter((what) => what !== 'modify anything')).toEqual(
			expect.arrayContaining(forbidden),
		);
		expect(found.filter((what) => what !== 'modify anything')).toHaveLength(forbidden.length);
		expect(result.encryption).toMatchObject({ method: 'AES-256', ...params });
	});

	it('guards restrictions by a password that nobody knows when none is given', async () => {
		const { paths } = await encrypt({ allow_print: 'none' });

		expect(await show(paths[0])).toContain('Supplied password is user password');
		expect((await execa('/usr/bin/pdftotext', [paths[0] ?? '', '-'])).stdout).toContain('Page 3');
	});

	it('says what AES-256 cannot express', async () => {
		const { result } = await encrypt({ set_password: 'x', allow_accessibility: false });

		expect(result.warnings).toEqual([
			'Parameter "allow_accessibility" has no effect: AES-256 lets screen readers read every PDF that is open.',
		]);
		expect(result.encryption).toMatchObject({ allow_accessibility: true });
	});

	it('says that a password for both purposes lifts the restrictions', async () => {
		const { result } = await encrypt({ set_password: 'x', set_owner_password: 'x' });

		expect(result.warnings).toEqual([expect.stringContaining('Both passwords are the same')]);
	});

	it.each([
		[{}, 'set_password', 'must be given, or "set_owner_password", or a restriction'],
		[{ set_password: '' }, 'set_password', 'must not be empty'],
		[{ set_password: 'ä'.repeat(64) }, 'set_password', 'must have at most 127 bytes'],
		[{ set_password: 'x', allow_modify: 'some' }, 'allow_modify', 'must be one of "all"'],
	])('refuses %j before the job starts', async (params, field, words) => {
		const answer = await client.request<Refusal>('POST', '/v2/jobs', {
			body: {
				tasks: {
					a: { operation: 'import/upload' },
					b: { operation: 'pdf/encrypt', input: 'a', ...params },
				},
			},
		});

		expect(answer.status).toBe(422);
		expect(answer.body.errors?.[`tasks.b.${field}`]?.[0]).toContain(words);
		expect(answer.text).not.toContain('ää');
	});

	it('refuses a PDF that is encrypted already', async () => {
		const open = await encrypt({ allow_print: 'none' });
		const locked = await encrypt({ set_password: 'first' });

		expect((await encrypt({ set_password: 'x' }, ...open.paths)).task).toMatchObject({
			code: 'INVALID_FILE',
			message: 'File "pages-3.pdf" is already encrypted; decrypt it with pdf/decrypt first.',
		});
		expect((await encrypt({ set_password: 'x' }, ...locked.paths)).task).toMatchObject({
			code: 'PASSWORD_REQUIRED',
			message: 'File "pages-3.pdf" is protected by a password; decrypt it with pdf/decrypt first.',
		});
	});

	it('leaves no trace of a password in processes, answers, logs, folders and rows', async () => {
		const secret = 'never-to-be-seen-7193';
		const seen: string[] = [];
		let watching = true;
		const watch = (async () => {
			while (watching) seen.push((await execa('/usr/bin/ps', ['-eo', 'args='])).stdout);
		})();
		const { job } = await encrypt({ set_password: secret, set_owner_password: `${secret}-owner` });
		const { text } = await client.request('GET', `/v2/jobs/${job.id}?include=payload`);
		watching = false;
		await watch;

		expect(seen.join('')).toContain('qpdf');
		expect(seen.join('')).not.toContain(secret);
		expect(JSON.stringify(job) + text + service.log()).not.toContain(secret);
		expect(readdirSync(path.join(service.data, 'work'))).toEqual([]);
		const database = new DatabaseSync(path.join(service.data, 'filemill.sqlite'), {
			readOnly: true,
		});
		const rows = database.prepare('SELECT * FROM tasks WHERE job_id = ?').all(job.id);
		database.close();
		expect(rows).toHaveLength(3);
		expect(JSON.stringify(rows)).not.toContain(secret);
	});
});

async function show(file = '', password = ''): Promise<string> {
	const { stdout } = await execa('/usr/bin/qpdf', [
		'--show-encryption',
		`--password=${password}`,
		file,
	]);
	return stdout;
}
