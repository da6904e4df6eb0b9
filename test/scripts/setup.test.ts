import { execFileSync, spawnSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let programs: string;

beforeEach(() => {
	programs = mkdtempSync(path.join(tmpdir(), 'setup-test-'));
	symlinkSync(process.execPath, path.join(programs, 'node'));
	symlinkSync(
		execFileSync('which', ['env'], { encoding: 'utf8' }).trim(),
		path.join(programs, 'env'),
	);
});
afterEach(() => rmSync(programs, { recursive: true }));

/** Runs set-up on a machine that has only these programs. */
function setUp(scripts: Record<string, string> = {}) {
	for (const [name, lines] of Object.entries(scripts)) {
		writeFileSync(path.join(programs, name), `#!/bin/sh\n${lines}\n`);
		chmodSync(path.join(programs, name), 0o755);
	}
	return spawnSync('node', ['scripts/setup.mjs'], { env: { PATH: programs }, encoding: 'utf8' });
}

describe('setup', () => {
	it('says nothing where nothing is missing', () => {
		const { status, stdout, stderr } = spawnSync('node', ['scripts/setup.mjs'], {
			encoding: 'utf8',
		});

		expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
	});

	it('says what to install where it cannot, and stops when it is essential', () => {
		const { status, stderr } = setUp();

		expect(status).toBe(1);
		expect(stderr).toContain('sudo apt-get install --no-install-recommends libreoffice-core-nogui');
		expect(stderr).toContain('Filemill cannot work without libreoffice-core-nogui');
	});

	it('goes on where the essential programs are there by other ways', () => {
		const { stderr, stdout } = setUp({ soffice: 'exit 0', qpdf: 'exit 0' });

		expect(stdout).toBe('');
		expect(stderr).toContain('poppler-utils');
		expect(stderr).not.toContain('cannot work without libreoffice');
	});

	it('installs by apt-get what is missing, and only that', () => {
		const installed = path.join(programs, 'installed');
		const calls = path.join(programs, 'calls');

		const { status } = setUp({
			'dpkg-query': `for name in "$@"; do case $name in
				--*|libreoffice-core|*-nogui) ;;
				qpdf|bubblewrap) [ -e ${installed} ] && echo "installed $name" ;;
				*) echo "installed $name" ;;
			esac; done
			for name in core writer calc impress draw math; do echo "installed libreoffice-$name-nogui"; done`,
			'apt-get': `echo "$DEBIAN_FRONTEND $*" >> ${calls}; case $1 in install) : > ${installed} ;; esac`,
			sudo: 'shift; exec "$@"',
		});

		expect(status).toBe(0);
		expect(existsSync(installed)).toBe(true);
		expect(readFileSync(calls, 'utf8').trim().split('\n').slice(1)).toEqual([
			'noninteractive update -qq',
			'noninteractive install -qq -y --no-install-recommends --no-remove qpdf bubblewrap',
		]);
	});

	it('leaves a desktop its LibreOffice', () => {
		const calls = path.join(programs, 'calls');

		setUp({
			'dpkg-query': `for name in "$@"; do case $name in
				--*|*-nogui|libreoffice-draw) ;; *) echo "installed $name" ;; esac; done`,
			'apt-get': `echo "$*" >> ${calls}`,
			sudo: 'shift; exec "$@"',
			soffice: 'exit 0',
			qpdf: 'exit 0',
		});

		expect(readFileSync(calls, 'utf8')).toContain('--no-remove libreoffice-draw\n');
		expect(readFileSync(calls, 'utf8')).not.toContain('nogui');
	});
});
