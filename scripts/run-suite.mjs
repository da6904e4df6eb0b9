import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Runs npm scripts as checks, then Jest with `jestArgs`, all by the Node given, and ends with "N passed, N failed" over
 * all tests; a check that fails counts as one.
 */
export function runSuite({ node, checks, jestArgs = [] }) {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'filemill-test-'));
	const results = path.join(folder, 'results.json');
	const tests = {
		title: 'Tests',
		script: ['test:unit', '--', ...jestArgs, '--json', '--outputFile', results],
	};
	const failures = checks.filter((check) => !runs(node, check));
	const testsRun = runs(node, tests);
	const counts = readResults(results);
	if (!testsRun && counts.failed === 0) failures.push(tests);
	rmSync(folder, { recursive: true });

	for (const { title } of failures) console.log(`Failed: ${title}`);
	const failed = counts.failed + failures.length;
	console.log(`${counts.passed} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
}

function runs(node, { title, script }) {
	console.log(`\n— ${title}`);
	const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter);
	const { status } = spawnSync('npm', ['run', '--silent', ...script], {
		stdio: 'inherit',
		env: { ...process.env, PATH },
	});
	return status === 0;
}

function readResults(file) {
	try {
		const report = JSON.parse(readFileSync(file, 'utf8'));
		// A file that does not load has no tests to count, and is a failure all the same.
		const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
		return { passed: report.numPassedTests, failed };
	} catch {
		return { passed: 0, failed: 0 };
	}
}
