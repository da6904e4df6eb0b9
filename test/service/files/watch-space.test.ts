import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { spaceOf } from '../../../service/files/watch-space.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-space-'));

afterAll(() => rmSync(folder, { recursive: true }));

describe('spaceOf', () => {
	it('adds up what files take on disk, in all folders below', async () => {
		const [deep, other] = [path.join(folder, 'a/b'), path.join(folder, 'other')];
		mkdirSync(deep, { recursive: true });
		mkdirSync(other);
		writeFileSync(path.join(deep, 'one'), Buffer.alloc(100_000, 1));
		writeFileSync(path.join(other, 'two'), Buffer.alloc(50_000, 1));

		const taken = await spaceOf([path.join(folder, 'a'), other], 1e9);

		expect(taken).toBeGreaterThanOrEqual(150_000);
		expect(taken).toBeLessThan(250_000);
	});

	it('counts holes for nothing, and a folder that is gone', async () => {
		const holes = mkdtempSync(path.join(folder, 'holes-'));
		writeFileSync(path.join(holes, 'sparse'), '');
		truncateSync(path.join(holes, 'sparse'), 1e9);

		expect(await spaceOf([holes, path.join(folder, 'none')], 1e12)).toBeLessThan(1e6);
	});
});
