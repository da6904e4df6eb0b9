import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFolderStore } from '../../../service/files/folder-store.ts';

const digest = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
let root: string;
let elsewhere: string;

beforeEach(async () => {
	root = await fs.mkdtemp(path.join(tmpdir(), 'filemill-files-'));
	elsewhere = await fs.mkdtemp(path.join(tmpdir(), 'filemill-else-'));
});

afterEach(async () => {
	await fs.rm(root, { recursive: true });
	await fs.rm(elsewhere, { recursive: true });
});

describe('a folder store', () => {
	it('keeps bytes and files under their content, once in a scope', async () => {
		const store = createFolderStore(root);
		const file = path.join(elsewhere, 'made.txt');
		await fs.writeFile(file, 'hello');

		const put = await store.put('job', Buffer.from('hello'));
		const adopted = await store.adopt('job', file);

		expect(put).toEqual({ blob: `job/${digest}`, sha256: digest, size: 5 });
		expect(adopted).toEqual(put);
		expect(await fs.readdir(path.join(root, 'job'))).toEqual([digest]);
		expect(await fs.readdir(elsewhere)).toEqual([]);
	});

	it('never follows a link that an engine left', async () => {
		const store = createFolderStore(root);
		const secret = path.join(elsewhere, 'secret');
		await fs.writeFile(secret, 'secret');
		await fs.symlink(secret, path.join(elsewhere, 'link'));

		await expect(store.adopt('job', path.join(elsewhere, 'link'))).rejects.toThrow(/ELOOP/);
		expect(await fs.readFile(secret, 'utf8')).toBe('secret');
	});

	it('gives a copy of its own to whoever may write', async () => {
		const store = createFolderStore(root);
		const { blob } = await store.put('job', Buffer.from('hello'));
		const target = path.join(elsewhere, 'a/copy.txt');

		await store.place(blob, target, { writable: true });
		await fs.writeFile(target, 'changed');

		expect(await fs.readFile(store.locate(blob), 'utf8')).toBe('hello');
	});

	it('forgets a scope with all that is in it', async () => {
		const store = createFolderStore(root);
		await store.put('job', Buffer.from('hello'));
		await store.put('other', Buffer.from('hello'));

		await store.deleteScope('job');

		expect(await store.scopes()).toEqual(['other']);
	});

	it('stays inside its folder whatever a scope or blob is called', async () => {
		const store = createFolderStore(path.join(root, 'inside'));
		await fs.mkdir(path.join(root, 'inside'));

		const { blob } = await store.put('../../outside', Buffer.from('hello'));

		expect(await fs.readdir(root)).toEqual(['inside']);
		expect(store.locate(blob)).toBe(path.join(root, 'inside/outside', digest));
	});
});
