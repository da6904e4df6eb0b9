import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, type Refusal, type Tasks } from '../../harness/client.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

interface Planned {
	readonly name: string;
	readonly engine: string | null;
	readonly engine_version: string | null;
	readonly input_formats: readonly string[] | null;
	readonly output_formats: readonly string[] | null;
	readonly warnings: readonly { parameter: string; message: string }[];
}

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

const submit = (tasks: Tasks, more: Readonly<Record<string, unknown>> = {}, query = '') =>
	client.request<Refusal & { data: { dry_run: boolean; tasks: Planned[] } }>(
		'POST',
		`/v2/jobs${query}`,
		{ body: { tasks, ...more } },
	);
const plan = async (tasks: Tasks) => (await submit(tasks, {}, '?dry_run=true')).body.data.tasks;
const note = { operation: 'import/raw', filename: 'a.txt', file: 'Hello.' };

describe('POST /v2/jobs?dry_run=true', () => {
	it('tells order, engines and formats, and runs nothing', async () => {
		const answer = await submit(
			{
				out: { operation: 'export/url', input: 'merge' },
				merge: { operation: 'merge', input: ['b', 'web'], output_format: 'pdf' },
				a: { operation: 'import/url', url: 'https://example.com/x/Report.DOCX?y' },
				b: { operation: 'convert', input: 'a', output_format: 'pdf' },
				web: { operation: 'capture-website', url: 'https://example.com/', output_format: 'pdf' },
			},
			{},
			'?dry_run=true',
		);
		const { tasks } = answer.body.data;
		const jobs = await client.request<{ data: unknown[] }>('GET', '/v2/jobs');

		expect(answer.status).toBe(200);
		expect(answer.body.data.dry_run).toBe(true);
		expect(tasks.map(({ name }) => name)).toEqual(['a', 'web', 'b', 'merge', 'out']);
		expect(tasks.find(({ name }) => name === 'b')).toEqual({
			name: 'b',
			operation: 'convert',
			depends_on: ['a'],
			input_formats: ['docx'],
			output_formats: ['pdf'],
			engine: 'libreoffice',
			engine_version: expect.stringMatching(/^\d+\.\d+/),
			warnings: [],
		});
		expect(tasks.map(({ engine }) => engine)).toEqual([
			null,
			'chrome',
			'libreoffice',
			'qpdf',
			null,
		]);
		expect(tasks.at(-1)?.input_formats).toEqual(['pdf']);
		expect(jobs.body.data).toEqual([]);
	});

	it('says null where the file decides', async () => {
		const [upload, thumb, text] = await plan({
			a: { operation: 'import/upload' },
			b: { operation: 'thumbnail', input: 'a', output_format: 'png' },
			c: { operation: 'metadata', input: 'b' },
		});

		expect(upload?.output_formats).toBeNull();
		expect(thumb).toMatchObject({ input_formats: null, output_formats: ['png'], engine: null });
		expect(text).toMatchObject({ input_formats: ['png'], engine: 'exiftool' });
	});

	it('names the engine and version that are asked for', async () => {
		const [, usual] = await plan({
			a: { ...note, filename: 'a.png' },
			b: { operation: 'convert', input: 'a', output_format: 'jpg' },
		});
		const [, asked] = await plan({
			a: { ...note, filename: 'a.png' },
			b: { operation: 'convert', input: 'a', output_format: 'jpg', engine: 'imagemagick' },
		});

		expect(usual?.engine).toBe('sharp');
		expect(asked?.engine).toBe('imagemagick');
		expect(asked?.engine_version).not.toBe(usual?.engine_version);
	});

	it('warns of parameters without effect, and of what no engine does', async () => {
		const [, b, c] = await plan({
			a: { ...note, filename: 'a.png' },
			b: { operation: 'convert', input: 'a', output_format: 'jpg', pages: '1', colour: 'red' },
			c: { operation: 'convert', input: 'a', output_format: 'docx' },
		});

		expect(b?.warnings).toEqual([
			{
				parameter: 'colour',
				message: 'Parameter "colour" is not known to convert and has no effect.',
			},
			{ parameter: 'pages', message: 'Parameter "pages" has no effect when png becomes jpg.' },
		]);
		expect(c?.warnings).toEqual([
			{
				parameter: 'output_format',
				message: 'No engine of this service makes docx of png; such a file would fail.',
			},
		]);
	});

	it('refuses what a job would be refused for', async () => {
		const answer = await submit({ a: { operation: 'import/raw' } }, {}, '?dry_run=true');

		expect(answer.status).toBe(422);
		expect(Object.keys(answer.body.errors ?? {})).toContain('tasks.a.file');
	});
});

describe('"strict" of a job', () => {
	const tasks = {
		a: note,
		b: { operation: 'metadata', input: 'a', colour: 'red' },
	};

	it('refuses a parameter without effect, by its field', async () => {
		const answer = await submit(tasks, { strict: true });

		expect(answer.status).toBe(422);
		expect(answer.body.errors).toEqual({
			'tasks.b.colour': ['Parameter "colour" is not known to metadata and has no effect.'],
		});
	});

	it('takes everything where it is false, null or not there', async () => {
		for (const more of [{}, { strict: false }, { strict: null }])
			expect((await submit(tasks, more)).status).toBe(201);
		expect((await submit(tasks, { strict: 'yes' })).body.errors).toEqual({
			strict: ['"strict" must be true or false.'],
		});
	});
});
