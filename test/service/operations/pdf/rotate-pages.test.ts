import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { fieldsOf, navigationOf } from '../../../harness/read-pdf.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

let service: TestService;
let client: Client;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
});

afterAll(() => service.stop());

const rotate = (params: object, file = fixture('pdf/pages-3.pdf')) =>
	operate(client, 'pdf/rotate-pages', { ...params }, [file]);

describe('pdf/rotate-pages', () => {
	it.each([
		[{ rotation: '+90' }, [90, 90, 90]],
		[{ rotation: '-90', pages: '1' }, [270, 0, 0]],
		[{ rotation: '180', pages: '2-' }, [0, 180, 180]],
		[{ rotation: '+270', pages: 'r1' }, [0, 0, 270]],
		[{ rotation: '-180', pages: 'r2-,1' }, [180, 180, 180]],
	])('turns pages by %j', async (params, rotations) => {
		const { paths, result } = await rotate(params);

		expect(await rotationsOf(paths[0])).toEqual(rotations);
		expect(result.pages).toBe(3);
	});

	it('adds to how pages stand with a sign, and sets how they stand without', async () => {
		const once = await rotate({ rotation: '+90' });

		const more = await rotate({ rotation: '+90' }, once.paths[0]);
		const set = await rotate({ rotation: '90', pages: '1' }, once.paths[0]);
		const back = await rotate({ rotation: '0' }, once.paths[0]);

		expect(await rotationsOf(more.paths[0])).toEqual([180, 180, 180]);
		expect(await rotationsOf(set.paths[0])).toEqual([90, 90, 90]);
		expect(await rotationsOf(back.paths[0])).toEqual([0, 0, 0]);
	});

	it('keeps bookmarks, links and form fields', async () => {
		const source = fixture('pdf/chapters-a.pdf');

		const { paths } = await rotate({ rotation: '180' }, source);

		expect((await navigationOf(paths[0])).bookmarks).toEqual(
			(await navigationOf(source)).bookmarks,
		);
		expect(await fieldsOf(paths[0])).toEqual(await fieldsOf(source));
		const { stdout } = await execa('/usr/bin/pdfinfo', ['-dests', paths[0] ?? '']);
		expect(stdout.match(/"chap\d"/g)).toHaveLength(4);
	});

	it('names the page that is not there', async () => {
		const { task } = await rotate({ rotation: '+90', pages: '2,7' });

		expect(task).toMatchObject({
			code: 'INVALID_OPTION',
			message: 'Parameter "pages" is "2,7", but "pages-3.pdf" has 3 pages and no page 7.',
		});
	});
});

async function rotationsOf(file = ''): Promise<number[]> {
	const { stdout } = await execa('/usr/bin/pdfinfo', ['-f', '1', '-l', '99', file]);
	return [...stdout.matchAll(/^Page +\d+ rot: +(\d+)/gm)].map(([, angle]) => Number(angle));
}
