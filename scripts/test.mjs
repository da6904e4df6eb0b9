// `npm test`: sets up, runs every check, and ends with "N passed, N failed" over all tests; a check that fails counts as one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setUp } from './setup.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'filemill-test-'));
const results = path.join(folder, 'results.json');
const checks = [
	{ title: 'Generated files are up to date', script: ['generate', '--', '--check'] },
	{ title: 'Lint and format', script: ['lint'] },
	{ title: 'Types', script: ['types'] },
	{ title: 'Build', script: ['build'] },
];

const node = setUp({ forTests: true });
const failures = checks.filter((check) => !runs(check));
const testsRun = runs({
	title: 'Tests',
	script: ['test:unit', '--', '--json', '--outputFile', results],
});
const tests = readResults();
if (!testsRun && tests.failed === 0) failures.push({ title: 'Tests' });
rmSync(folder, { recursive: true });

for (const { title } of failures) console.log(`Failed: ${title}`);
const failed = tests.failed + failures.length;
console.log(`${tests.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function runs({ title, script }) {
	console.log(`\n— ${title}`);
	const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter);
	const { status } = spawnSync('npm', ['run', '--silent', ...script], {
		stdio: 'inherit',
		env: { ...process.env, PATH },
	});
	return status === 0;
}

function readResults() {
	try {
		const report = JSON.parse(readFileSync(results, 'utf8'));
		// A file that does not load has no tests to count, and is a failure all the same.
		const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
		return { passed: report.numPassedTests, failed };
	} catch {
		return { passed: 0, failed: 0 };
	}
}
