import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Bench, startBench } from '../run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(() => bench.close());

describe('metadata', () => {
	it('tells the page count and the name of a PDF, and nothing of the service', async () => {
		const { facts, files, engine } = await bench.run('metadata', {}, ['pdf/pages-3.pdf']);

		expect({ facts, files, engine }).toMatchObject({
			facts: {
				metadata: {
					FileName: 'pages-3.pdf',
					FileType: 'PDF',
					MIMEType: 'application/pdf',
					PageCount: 3,
				},
			},
			files: [],
			engine: 'exiftool',
		});
		expect(JSON.stringify(facts)).not.toMatch(/\/input|filemill|Directory|Permissions|SourceFile/);
	});

	it('tells of several files, each by its name', async () => {
		const { facts } = await bench.run('metadata', {}, ['pdf/pages-3.pdf', 'pdf/pages-12.pdf']);

		expect(facts).toMatchObject({
			metadata: { PageCount: 3 },
			metadata_by_file: [
				{ filename: 'pages-3.pdf', metadata: { PageCount: 3 } },
				{ filename: 'pages-12.pdf', metadata: { PageCount: 12 } },
			],
		});
	});

	it('takes a name that looks like an option for a name', async () => {
		const file = path.join(bench.folder, 'plain.txt');
		await writeFile(file, 'text');

		const { facts } = await bench.run('metadata', {}, [
			{ path: file, filename: '-if(system"touch pwned").txt' },
		]);

		expect(facts).toMatchObject({
			metadata: { FileName: '-if(system"touch pwned").txt', FileType: 'TXT' },
		});
	});

	it('refuses an empty file', async () => {
		const file = path.join(bench.folder, 'empty.pdf');
		await writeFile(file, '');

		await expect(
			bench.run('metadata', {}, [{ path: file, filename: 'empty.pdf' }]),
		).rejects.toMatchObject({ code: 'EMPTY_FILE' });
	});
});
