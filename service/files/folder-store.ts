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

	/** Puts a durable file at its place, and makes its name durable too. */
	async function keep(scope: string, file: string, sha256: string): Promise<string> {
		const folder = folderOf(scope);
		await fs.chmod(file, 0o400);
		await moveFile(file, path.join(folder, sha256));
		await syncFolder(folder);
		return `${path.basename(scope)}/${sha256}`;
	}

	async function makeFolder(scope: string): Promise<string> {
		const folder = folderOf(scope);
		const made = await fs.mkdir(folder, { recursive: true, mode: 0o700 });
		if (made !== undefined) await syncFolder(root);
		return folder;
	}

	return {
		locate,
		async adopt(scope, file) {
			await makeFolder(scope);
			const { sha256, size } = await settleOnDisk(file);
			return { blob: await keep(scope, file, sha256), sha256, size };
		},
		async put(scope, content) {
			const temporary = path.join(await makeFolder(scope), `.${randomUUID()}`);
			await fs.writeFile(temporary, content, { mode: 0o600, flush: true });
			const sha256 = createHash('sha256').update(content).digest('hex');
			return { blob: await keep(scope, temporary, sha256), sha256, size: content.length };
		},
		async place(blob, target, { writable }) {
			await fs.mkdir(path.dirname(target), { recursive: true });
			if (!writable) return fs.link(locate(blob), target);
			await fs.copyFile(locate(blob), target, constants.COPYFILE_FICLONE);
			await fs.chmod(target, 0o600);
		},
		delete: (blob) => fs.rm(locate(blob), { force: true }),
		deleteScope: (scope) => fs.rm(folderOf(scope), { recursive: true, force: true }),
		scopes: () => fs.readdir(root),
	};
}

/** Reads a file once for its checksum, and makes its content durable. */
async function settleOnDisk(file: string): Promise<Pick<StoredFile, 'sha256' | 'size'>> {
	// An engine's output may be a link by the time it is read; a link is never followed.
	const handle = await fs.open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
	try {
		const { size } = await handle.stat();
		const hash = createHash('sha256');
		await pipeline(handle.createReadStream({ highWaterMark: 1 << 20, autoClose: false }), hash);
		await handle.sync();
		return { sha256: hash.digest('hex'), size };
	} finally {
		await handle.close();
	}
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

/** The names in a folder are durable only when the folder itself is synced (fsync(2)). */
async function syncFolder(folder: string): Promise<void> {
	const handle = await fs.open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
