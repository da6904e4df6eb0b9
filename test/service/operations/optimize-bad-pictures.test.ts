import { mkdtempSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import { drawPhoto, drawScreen, hugeGif, hugePng } from '../../harness/draw-pictures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-bad-pictures-'));
const at = (name: string) => path.join(folder, name);
let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(async () => {
	await service?.stop();
	await rm(folder, { recursive: true });
});

function optimize(params: Readonly<Record<string, unknown>>, file: string) {
	return operate(client, 'optimize', params, [file]);
}

describe('optimize with pictures that are not right', () => {
	it.each(['jpg', 'png', 'webp', 'gif'])('refuses a %s that ends too early', async (format) => {
		const whole = await drawPhoto(at(`whole.${format}`));
		await truncate(whole, Math.floor((await readFile(whole)).length / 2));

		const { task } = await optimize(format === 'webp' ? { quality: 50 } : {}, whole);

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
		expect(task.message).toContain(`cannot be read as ${format}`);
	});

	it.each(['gif', 'png'])('refuses a %s of more pixels than fit into memory', async (format) => {
		const bomb = at(`bomb.${format}`);
		await writeFile(bomb, format === 'gif' ? hugeGif() : hugePng());

		const { task } = await optimize({}, bomb);

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
		expect(task.message).toContain('too large');
	});

	it('refuses an SVG that multiplies entities or reaches for files', async () => {
		const names = [...'abcdefghij'];
		const laughs = names.map(
			(name, index) =>
				`<!ENTITY ${name} "${index ? `&${names[index - 1]};`.repeat(10) : 'ha'.repeat(10)}">`,
		);
		await writeFile(at('laughs.svg'), withEntities(laughs.join(''), '&j;'));
		await writeFile(
			at('reads.svg'),
			withEntities('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'),
		);

		for (const name of ['laughs.svg', 'reads.svg']) {
			const { task } = await optimize({}, at(name));
			expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
			expect(JSON.stringify(task)).not.toContain('root:');
		}
	});

	it('says which engines know a format when another is asked for', async () => {
		const { task } = await optimize({ engine: 'svgo' }, await drawScreen(at('asked.png')));

		expect(task).toMatchObject({ status: 'error', code: 'UNSUPPORTED' });
		expect(task.message).toBe(
			'File "asked.png" is png, which engine "svgo" does not optimize; use sharp.',
		);
	});
});

function withEntities(entities: string, text: string): string {
	return `<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`;
}
