import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'start-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function start(environment: Record<string, string> = {}) {
	const child = spawn('node', ['scripts/start.mjs', '--once', `--folder=${folder}`], {
		env: { ...process.env, ...environment },
	});
	const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
		([[status], stdout, stderr]) => ({ status, stdout, stderr }),
	);
	return { child, ended };
}

/** The processes that were started for the folder, by their command line or environment. */
function leftovers(): string[] {
	return readdirSync('/proc').filter((pid) => {
		try {
			return ['cmdline', 'environ'].some((file) =>
				readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(folder),
			);
		} catch {
			return false;
		}
	});
}

describe('npm start', () => {
	it('turns the document into a PDF and says where it is', async () => {
		const { status, stdout, stderr } = await start().ended;

		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		const [, pdf = ''] = /The PDF +(\S+)/.exec(stdout) ?? [];
		expect(path.dirname(pdf)).toBe(folder);
		expect(execFileSync('pdftotext', [pdf, '-'], { encoding: 'utf8' })).toMatch(
			/Cotton rag paper.*3,043\.08.*Master papermaker/s,
		);
		expect(stdout).toMatch(/one job of 3 tasks:.*import\/upload.*convert.*export\/url/s);
		expect(leftovers()).toEqual([]);
	});

	it('ends with the reason when the service cannot start', async () => {
		const taken = createServer().listen(0, '127.0.0.1');
		await once(taken, 'listening');
		const address = taken.address();
		const port = typeof address === 'object' ? String(address?.port) : '';

		const { status, stderr } = await start({ FILEMILL_PORT: port }).ended;

		taken.close();
		expect(status).toBe(1);
		expect(stderr).toMatch(/^\nFilemill has ended\. .*Cannot listen.*FILEMILL_PORT/s);
		expect(leftovers()).toEqual([]);
	});

	it.each(['Starting the service', 'Starting Node-RED', 'Running the example flow'])(
		'leaves no process behind when it is stopped while "%s"',
		async (line) => {
			const { child, ended } = start();
			child.stdout.on('data', (chunk) => {
				if (String(chunk).includes(line)) child.kill('SIGTERM');
			});

			const { status } = await ended;

			expect(status).toBe(1);
			expect(leftovers()).toEqual([]);
		},
	);
});
