import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { execa } from 'execa';

const bin = fileURLToPath(new URL('../../../service/bin/filemill.mjs', import.meta.url));
const doctor = (...args: string[]) => execa(process.execPath, [bin, 'doctor', ...args]);

describe('filemill doctor', () => {
	it('says as JSON what this machine does, which engines do it and which are missing', async () => {
		const said = JSON.parse((await doctor('--json')).stdout);

		expect(said.sandbox).toEqual({ works: true });
		expect(said.ocr).toEqual({
			languages: expect.arrayContaining(['deu', 'eng']),
			turns_pages: true,
		});
		expect(said.fonts.missing).toEqual([]);
		expect(said.essential_missing).toEqual([]);
		expect(said.engines).toContainEqual({ name: 'qpdf', version: expect.stringMatching(/^\d+\./) });
		expect(said.operations).toContainEqual({
			operation: 'archive',
			engine: '7zip',
			reads: [],
			makes: ['7z', 'tar.bz2'],
		});
		const engines = new Set(said.engines.map(({ name }: { name: string }) => name));
		const doubtful = said.operations.filter(
			({ engine }: { engine: string }) => engine !== 'the service itself' && !engines.has(engine),
		);
		expect(doubtful).toEqual([]);
	});

	it('says it to a person in lines that fit a terminal', async () => {
		const { stdout } = await doctor();

		expect(stdout).toMatch(/^ {2}Sandbox {12}bubblewrap works/m);
		expect(stdout).toMatch(/^ {2}optimize {11}gifsicle: gif$/m);
		expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
	});

	it('is not run with words that it does not know', async () => {
		await expect(doctor('--all')).rejects.toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining('There is no "filemill doctor --all"'),
		});
	});
});
