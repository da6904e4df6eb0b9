import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from '../../../../service/engines/command/run-command.ts';
import { findMissingSandbox } from '../../../../service/engines/needs-sandbox.ts';
import { plainProcesses } from '../../../../service/engines/sandbox.ts';
import { CommandError } from '../../../../service/errors.ts';

const root = mkdtempSync(path.join(tmpdir(), 'filemill-run-command-'));
const workspace = {
	root,
	input: path.join(root, 'input'),
	output: path.join(root, 'output'),
	tmp: path.join(root, 'tmp'),
};
const input = {
	task: 'import-1',
	filename: 'a.pgm',
	path: path.join(workspace.input, 'import-1/a.pgm'),
	size: 11,
	format: 'pgm',
};

beforeAll(async () => {
	for (const folder of [path.dirname(input.path), workspace.output, workspace.tmp])
		await mkdir(folder, { recursive: true });
	await writeFile(input.path, 'P2 1 1 9 5\n');
});

afterAll(() => rm(root, { recursive: true }));

const run = (line: string) =>
	runCommand(plainProcesses('as a test'))(
		{
			input: 'import-1',
			engine: 'imagemagick',
			command: 'identify',
			arguments: line,
			capture_output: true,
			timeout: 60,
			ignore_error: false,
		},
		{
			inputs: [input],
			named: {},
			workspace,
			signal: new AbortController().signal,
			progress: () => undefined,
			warn: () => undefined,
		},
	);

describe('a command where there is no sandbox', () => {
	it('is refused, as long as the operator does not allow it', () => {
		expect(findMissingSandbox('command')?.message).toMatch(/FILEMILL_ALLOW_UNSANDBOXED/);
		expect(findMissingSandbox('archive')).toBeUndefined();
	});

	it('finds its files at the same paths, and says no others', async () => {
		const { facts } = await run('/input/*/a.pgm');

		expect(facts).toEqual({
			files: [],
			command: 'identify /input/import-1/a.pgm',
			output: expect.stringMatching(/^\/input\/import-1\/a\.pgm PGM 1x1 /),
		});
	});

	it('says no path of the machine when it fails', async () => {
		const failed = await run('/input/import-1/none.pgm').catch((error: unknown) => error);

		expect(failed).toBeInstanceOf(CommandError);
		expect(String(failed)).toContain('/input/import-1/none.pgm');
		expect(String(failed)).not.toContain(root);
	});
});
