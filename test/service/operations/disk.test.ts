import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, find, type Refusal, type Tasks } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const outside = realpathSync(mkdtempSync(path.join(tmpdir(), 'filemill-disk-')));
const root = path.join(outside, 'root');
let service: TestService;
let client: Client;

beforeAll(async () => {
	mkdirSync(path.join(root, 'scans'), { recursive: true });
	for (const name of ['b.txt', 'a.txt', 'c.md', '.hidden.txt'])
		writeFileSync(path.join(root, 'scans', name), `This is ${name}.`);
	writeFileSync(path.join(outside, 'secret.txt'), 'Nobody reads this.');
	symlinkSync(path.join(outside, 'secret.txt'), path.join(root, 'scans/link.txt'));
	symlinkSync(outside, path.join(root, 'away'));
	service = await startService({ FILEMILL_FILE_ROOTS: root });
	client = new Client(service);
});

afterAll(async () => {
	await service.stop();
	rmSync(outside, { recursive: true });
});

const importing = (file: string): Tasks => ({ in: { operation: 'import/file', path: file } });
const exporting = (folder: string, more: Readonly<Record<string, unknown>> = {}): Tasks => ({
	in: { operation: 'import/raw', filename: 'note.txt', file: 'A note.' },
	out: { operation: 'export/file', input: 'in', path: folder, ...more },
});
const inRoot = (name: string) => path.join(root, name);

describe('import/file', () => {
	it('takes a file by its path', async () => {
		const job = await client.run(importing(inRoot('scans/c.md')));

		expect(find(job, 'in').result?.files).toMatchObject([{ filename: 'c.md', size: 13 }]);
	});

	it('takes all files that fit wildcards, in order, and neither hidden ones nor links', async () => {
		const job = await client.run(importing(inRoot('scans/*.txt')));

		expect(find(job, 'in').result?.files?.map(({ filename }) => filename)).toEqual([
			'a.txt',
			'b.txt',
		]);
	});

	it.each([
		['a link to elsewhere', 'scans/link.txt', /no such file that can be read/],
		['a folder behind a link', 'away/secret.txt', /leads out of the folders/],
		['a file that is not there', 'scans/none.txt', /no such file that can be read/],
		['a folder that is not there', 'none/a.txt', /no such folder/],
		['wildcards that fit nothing', 'scans/*.pdf', /no file fits it/],
		['a folder', 'scans', /no regular file/],
	])('fails on %s', async (_case, file, message) => {
		const task = find(await client.run(importing(inRoot(file))), 'in');

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_OPTION' });
		expect(task.message).toMatch(message);
		expect(task.message).toContain('Parameter "path"');
	});
});

describe('export/file', () => {
	it('writes a file into a folder that it makes', async () => {
		const job = await client.run(exporting(inRoot('made/here')));

		expect(job.status).toBe('finished');
		expect(find(job, 'out').result).toMatchObject({
			files: [{ filename: 'note.txt', size: 7 }],
			folder: inRoot('made/here'),
		});
		expect(readFileSync(inRoot('made/here/note.txt'), 'utf8')).toBe('A note.');
		expect(readdirSync(inRoot('made/here'))).toEqual(['note.txt']);
	});

	it('keeps what is there unless it may overwrite', async () => {
		mkdirSync(inRoot('kept'));
		writeFileSync(inRoot('kept/note.txt'), 'Another note.');
		const refused = find(await client.run(exporting(inRoot('kept'))), 'out');

		expect(refused).toMatchObject({ status: 'error', code: 'INVALID_OPTION' });
		expect(refused.message).toMatch(/"note.txt" in it already; set "overwrite"/);
		expect(readFileSync(inRoot('kept/note.txt'), 'utf8')).toBe('Another note.');
		expect(readdirSync(inRoot('kept'))).toEqual(['note.txt']);

		const replaced = await client.run(exporting(inRoot('kept'), { overwrite: true }));
		expect(replaced.status).toBe('finished');
		expect(readFileSync(inRoot('kept/note.txt'), 'utf8')).toBe('A note.');
	});

	it('counts a file of the same content as written', async () => {
		await client.run(exporting(inRoot('twice')));

		expect((await client.run(exporting(inRoot('twice')))).status).toBe('finished');
	});

	it('does not follow a link out of its folders', async () => {
		const task = find(await client.run(exporting(inRoot('away/made'))), 'out');

		expect(task.message).toMatch(/leads out of the folders/);
		expect(readdirSync(outside)).not.toContain('made');
	});
});

describe('a path outside the folders of the service', () => {
	const refusal = async (from: Client, tasks: Tasks) =>
		from.request<Refusal>('POST', '/v2/jobs', { body: { tasks } });

	it.each(['/etc/passwd', 'scans/a.txt', '/tmp/../etc/passwd'])('is refused: %s', async (file) => {
		const { status, body } = await refusal(client, importing(file));

		expect(status).toBe(422);
		expect(body.errors?.['tasks.in.path']?.[0]).toMatch(/must (lie below|be an absolute path)/);
	});

	it('is refused with what the operator can do where there are none', async () => {
		const bare = await startService();
		try {
			const { body } = await refusal(new Client(bare), importing(inRoot('scans/a.txt')));

			expect(body.errors?.['tasks.in.path']?.[0]).toMatch(/sets FILEMILL_FILE_ROOTS/);
		} finally {
			await bare.stop();
		}
	});
});
