import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../harness/client.ts';
import { fixture } from '../harness/fixtures.ts';
import { operate } from '../harness/operate.ts';
import { startService, type TestService } from '../harness/start-service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the checkout, so that its packages are found as if they had been installed beside it.
const folder = path.join(root, '.filemill');
let project: string;
let installed: string;
let service: TestService;
let client: Client;

beforeAll(async () => {
	mkdirSync(folder, { recursive: true });
	project = mkdtempSync(path.join(folder, 'package-'));
	execFileSync(process.execPath, [path.join(root, 'scripts/build-service.mjs')]);
	const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', project], {
		cwd: path.join(root, 'service/dist'),
		encoding: 'utf8',
	}).trim();
	installed = path.join(project, 'node_modules/filemill');
	mkdirSync(installed, { recursive: true });
	execFileSync('tar', [
		...['-xzf', path.join(project, tarball), '--strip-components=1'],
		...['-C', installed],
	]);
	// n8n brings an older zod of its own, which npm would keep apart as it does here.
	symlinkSync(path.join(root, 'operations/node_modules/zod'), path.join(installed, '../zod'));
	service = await startService({}, path.join(installed, 'service/bin/filemill.mjs'));
	client = new Client(service);
});

afterAll(async () => {
	await service?.stop();
	rmSync(project, { recursive: true, force: true });
});

describe('the package of the service', () => {
	it.each([
		['convert', { output_format: 'pdf' }, 'office/pages-3.docx', 'libreoffice'],
		['convert', { output_format: 'pdf' }, 'html/report.html', 'chrome'],
		['convert', { output_format: 'png', width: 50 }, 'pictures/mill.jpg', 'sharp'],
		['pdf/a', { conformance_level: '2b' }, 'pdf/pages-3.pdf', 'ghostscript'],
		['metadata/write', { metadata: { Title: 'Mill' } }, 'pdf/pages-3.pdf', 'exiftool'],
	])('brings the worker of %s %j', async (operation, params, file, engine) => {
		const { task } = await operate(client, operation, params, [fixture(file)]);

		expect(task).toMatchObject({ status: 'finished', engine, message: null });
	});

	it('describes itself', () => {
		const { version, bin, dependencies } = JSON.parse(
			readFileSync(path.join(installed, 'package.json'), 'utf8'),
		);
		const help = execFileSync(process.execPath, [path.join(installed, bin.filemill), '--help'], {
			encoding: 'utf8',
		});

		expect(help).toMatch(/filemill serve/);
		expect(version).toMatch(/^\d+\.\d+\.\d+$/);
		expect(Object.keys(dependencies)).toContain('zod');
	});
});
