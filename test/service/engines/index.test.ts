import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { type Bench, startBench } from './run-operation.ts';

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterAll(() => bench.close());

describe('convert', () => {
	it('makes a PDF of a DOCX that holds its text', async () => {
		const { paths, facts, engine } = await bench.run('convert', { output_format: 'pdf' }, [
			'office/report.docx',
		]);

		expect(await textOf(paths[0])).toContain('Invoice N°4242');
		expect({ engine, facts }).toMatchObject({ engine: 'libreoffice', facts: { pages: 1 } });
	});
});

async function textOf(file = ''): Promise<string> {
	return (await execa('/usr/bin/pdftotext', ['-layout', file, '-'])).stdout;
}
