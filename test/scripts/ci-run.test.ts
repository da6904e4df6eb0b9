import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let programs: string;
beforeEach(() => {
	programs = mkdtempSync(path.join(tmpdir(), 'ci-run-test-'));
});
afterEach(() => rmSync(programs, { recursive: true }));

/** Runs `.ci/run` where `npm test` does this. */
function ciRun(npmTest: string) {
	const npm = path.join(programs, 'npm');
	writeFileSync(
		npm,
		`#!/bin/sh\n[ "$*" = test ] || { echo "1 passed, 0 failed"; exit; }\n${npmTest}\n`,
	);
	chmodSync(npm, 0o755);
	const { status, stdout } = spawnSync('.ci/run', {
		env: { ...process.env, PATH: `${programs}:${process.env.PATH}` },
		encoding: 'utf8',
	});
	const [, passed, failed] = /\n(\d+) passed, (\d+) failed\n$/.exec(stdout) ?? [];
	return { status, passed: Number(passed), failed: Number(failed) };
}

describe('.ci/run', () => {
	it('is green when everything is', () => {
		const { status, passed, failed } = ciRun('echo "40 passed, 0 failed"');

		expect({ status, failed }).toEqual({ status: 0, failed: 0 });
		expect(passed).toBeGreaterThanOrEqual(40);
	});

	it('is red when a test is', () => {
		expect(ciRun('echo "40 passed, 2 failed"; exit 1')).toMatchObject({ status: 1, failed: 2 });
	});

	it('is red when the tests end without saying how many', () => {
		expect(ciRun('exit 1')).toMatchObject({ status: 1, failed: 1 });
	});
});
