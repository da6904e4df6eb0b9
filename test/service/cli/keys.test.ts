import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from '../../../service/cli/keys.ts';

let data: string;

beforeAll(() => {
	data = mkdtempSync(path.join(tmpdir(), 'filemill-keys-'));
	process.env.FILEMILL_DATA = data;
});

afterAll(() => {
	delete process.env.FILEMILL_DATA;
	rmSync(data, { recursive: true, force: true });
});

describe('filemill keys', () => {
	it.each([
		[['create'], /needs a name/],
		[['create', '--name', 'x', '--scopes', 'task.eat'], /"task\.eat" is no scope.*task\.read/],
		[['create', '--name', 'x', '--expires', '2001-01-01'], /a date to come/],
		[['create', '--name', 'x', '--expires', 'soon'], /90d/],
		[['create', '--nmae', 'x'], /--nmae/],
		[['revoke'], /needs one id/],
		[['list', 'all'], /--json/],
		[['lend'], /no "filemill keys lend"/],
		[[], /no "filemill keys "/],
	])('says what is wrong, and opens nothing: %j', async (args, words) => {
		await expect(keys(args)).rejects.toThrow(words);
		expect(readdirSync(data)).toEqual([]);
	});

	it('revokes nothing that there is not', async () => {
		await expect(keys(['revoke', 'nobody'])).rejects.toThrow(/no key with the id "nobody"/);
	});
});
