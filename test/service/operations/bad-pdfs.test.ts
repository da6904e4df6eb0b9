import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { operations } from '@filemill/operations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BadPdf, makeBadPdfs } from '../../harness/bad-pdfs.ts';
import { Client, find } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { processesOf } from '../engines/inspect.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-bad-'));
let service: TestService;
let client: Client;
let bad: readonly BadPdf[];

beforeAll(async () => {
	bad = await makeBadPdfs(folder);
	service = await startService();
	client = new Client(service);
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true });
});

const onPdfs = operations.filter(
	({ name }) => name.startsWith('pdf/') || name === 'merge' || name === 'optimize',
);

describe.each(onPdfs.map((operation) => [operation.name, operation] as const))(
	'%s',
	(name, { example, engines }) => {
		const { input: _, ...rest } = { ...example };
		const params = {
			...rest,
			...(name === 'pdf/extract-pages' && { pages: '1' }),
			...(name === 'pdf/rotate-pages' && { pages: 'r1' }),
			...(name === 'pdf/ocr' && { language: ['eng'] }),
			timeout: 60,
		};
		const files = () => bad.filter(({ few }) => few || name === 'merge' || engines[0] === 'qpdf');
		const expected = (code: string) =>
			name === 'pdf/decrypt' && code === 'PASSWORD_REQUIRED' ? 'WRONG_PASSWORD' : code;

		it('ends with a right result or a typed error on every bad file', async () => {
			const given = files();
			const imports = given.map(({ file }, index) => [`import-${index}`, file] as const);
			const job = await client.run(
				Object.fromEntries(
					imports.flatMap(([task], index) => [
						[task, { operation: 'import/upload' }],
						[`work-${index}`, { operation: name, input: task, ...params, ignore_error: true }],
					]),
				),
				Object.fromEntries(imports),
			);

			const ends = given.map(({ file, code }, index) => {
				const task = find(job, `work-${index}`);
				const end = task.status === 'finished' ? 'finished' : task.code;
				return { file: path.basename(file), end, code, message: task.message };
			});
			const right = ends.filter(({ end, code }) =>
				code === 'survives' ? survivals.has(end ?? '') : end === expected(code),
			);
			expect(ends.filter((end) => !right.includes(end))).toEqual([]);
			for (const { end, file, message } of ends.filter((one) => one.end !== 'finished')) {
				expect(`${end}: ${message}`).toContain(`"${file}"`);
				expect(message).not.toMatch(/\/tmp|\/work|\/input|qpdf:|\n/);
			}
		});

		it('leaves nothing behind, and works on', async () => {
			const { task } = await operate(client, name, params, [fixture('pdf/pages-3.pdf')]);

			expect(task).toMatchObject({ status: 'finished', message: null });
			expect(readdirSync(path.join(service.data, 'work'))).toEqual([]);
			expect(await processesOf(path.join(service.data, 'work'))).toEqual([]);
		});
	},
);

/** How a file may end that can perhaps be repaired. */
const survivals = new Set(['finished', 'INVALID_FILE', 'ENGINE_FAILED']);

describe('the service', () => {
	it('has seen no fault of its own', () => {
		expect(service.log()).toBe('');
	});

	it('tells which file of several is bad', async () => {
		const { task } = await operate(client, 'pdf/rotate-pages', { rotation: '+90' }, [
			fixture('pdf/pages-3.pdf'),
			path.join(folder, 'locked.pdf'),
		]);

		expect(task.message).toBe(
			'File "locked.pdf" is protected by a password; decrypt it with pdf/decrypt first.',
		);
	});
});
