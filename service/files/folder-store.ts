import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import type { FileStore, StoredFile } from './file-store.ts';

/** A file store in one folder: `<root>/<scope>/<sha256>`. */
export function createFolderStore(root: string): FileStore {
	const folderOf = (scope: string) => path.join(root, path.basename(scope));
	const locate = (blob: string) => path.join(root, path.dirname(blob), path.basename(blob));

	async function keep(scope: string, file: string): Promise<StoredFile> {
		const { sha256, size } = await checksum(file);
		const folder = folderOf(scope);
		await fs.mkdir(folder, { recursive: true, mode: 0o700 });
		await fs.chmod(file, 0o400);
		await syncFile(file);
		await moveFile(file, path.join(folder, sha256));
		// The names of a folder are durable only when the folder itself is synced (fsync(2)).
		await syncFile(folder);
		await syncFile(root);
		return { blob: `${path.basename(scope)}/${sha256}`, sha256, size };
	}

	return {
		locate,
		adopt: keep,
		async put(scope, content) {
			await fs.mkdir(folderOf(scope), { recursive: true, mode: 0o700 });
			const temporary = path.join(folderOf(scope), `.${randomUUID()}`);
			await fs.writeFile(temporary, content, { mode: 0o600 });
			return keep(scope, temporary);
		},
		async place(blob, target, { writable }) {
			await fs.mkdir(path.dirname(target), { recursive: true });
			if (!writable) return fs.link(locate(blob), target);
			await fs.copyFile(locate(blob), target, constants.COPYFILE_FICLONE);
			await fs.chmod(target, 0o600);
		},
		deleteScope: (scope) => fs.rm(folderOf(scope), { recursive: true, force: true }),
		scopes: () => fs.readdir(root),
	};
}

async function checksum(file: string): Promise<{ sha256: string; size: number }> {
	const hash = createHash('sha256');
	// An engine's output may be a link by the time it is read; a link is never followed.
	const handle = await fs.open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
	const { size } = await handle.stat();
	await pipeline(handle.createReadStream({ highWaterMark: 1 << 20 }), hash);
	return { sha256: hash.digest('hex'), size };
}

async function moveFile(from: string, to: string): Promise<void> {
	try {
		await fs.rename(from, to);
	} catch (error) {
		if (!(isNativeError(error) && 'code' in error && error.code === 'EXDEV')) throw error;
		const temporary = path.join(path.dirname(to), `.${randomUUID()}`);
		await fs.writeFile(temporary, createReadStream(from), { mode: 0o400, flush: true });
		await fs.rename(temporary, to);
		await fs.rm(from);
	}
}

async function syncFile(file: string): Promise<void> {
	const handle = await fs.open(file, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
