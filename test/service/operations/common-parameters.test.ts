import { readFile } from 'node:fs/promises';
import { operations } from '@filemill/operations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client, type Refusal } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

const onPdfs = operations.filter(({ name }) => name.startsWith('pdf/'));

describe.each(onPdfs.map((operation) => [operation.name, operation] as const))(
	'%s',
	(name, { example, engines }) => {
		const sample: Readonly<Record<string, unknown>> = example;
		const { input: _, filename: __, ...rest } = sample;
		const params: Record<string, unknown> = {
			...rest,
			...(name === 'pdf/extract-pages' && { pages: '1' }),
			...(name === 'pdf/rotate-pages' && { pages: '1' }),
			...(name === 'pdf/ocr' && { language: ['eng'] }),
		};
		// A page of each file, three of the first and one of the second.
		const counts =
			name === 'pdf/split-pages' ? [1, 1, 1, 1] : name === 'pdf/extract-pages' ? [1, 1] : [3, 1];

		it('makes files of several in their order, and counts them where it is told', async () => {
			const { paths, names, task, result } = await operate(
				client,
				name,
				{ ...params, filename: 'out-%02d.pdf' },
				[fixture('pdf/pages-3.pdf'), fixture('pdf/titled-bravo.pdf')],
			);

			expect(names).toEqual(counts.map((_count, index) => `out-0${index + 1}.pdf`));
			const password = 'set_password' in params ? [`--password=${params.set_password}`] : [];
			const found = [];
			for (const file of paths) {
				const asked = await execa('/usr/bin/qpdf', [...password, '--show-npages', file]);
				found.push(Number(asked.stdout));
			}
			expect(found).toEqual(counts);
			expect(result.pages).toBe(counts.reduce((sum, count) => sum + count));
			expect(engines).toContain(task.engine);
			expect(task.engine_version).toMatch(/^\d+(\.\d+)+/);
		});

		it('takes a file without extension as what it is said to be', async () => {
			const pages = await readFile(fixture('pdf/pages-3.pdf'), 'base64');
			const job = await client.run({
				a: { operation: 'import/base64', filename: 'document', file: pages },
				b: { operation: name, input: 'a', input_format: 'pdf', ...params },
			});

			expect(job.tasks.find((task) => task.name === 'b')).toMatchObject({ status: 'finished' });
		});

		it('answers an engine or version that is not there with those that are', async () => {
			const refuse = async (wish: object) => {
				const tasks = {
					a: { operation: 'import/upload' },
					b: { operation: name, input: 'a', ...params, ...wish },
				};
				const answer = await client.request<Refusal>('POST', '/v2/jobs', { body: { tasks } });
				return Object.values(answer.body.errors ?? {})
					.flat()
					.join();
			};
			const { body } = await client.request<Health>('GET', '/health');
			const there = body.engines.filter((one) => engines.some((known) => known === one.name));

			expect(await refuse({ engine: 'abacus' })).toContain(engines.join(', '));
			expect(there).not.toEqual([]);
			for (const engine of there)
				expect(await refuse({ engine_version: '0.0.1' })).toContain(
					`${engine.version} of ${engine.name}`,
				);
		});
	},
);

interface Health {
	readonly engines: readonly { readonly name: string; readonly version: string }[];
}
