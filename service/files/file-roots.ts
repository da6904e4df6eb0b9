import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { isNativeError } from 'node:util/types';
import { InvalidOptionError } from '../errors.ts';

/**
 * Says why a path cannot be used, as words behind the name of its parameter, where that shows without looking at the
 * disk; undefined when it may.
 */
export function rootsObjection(roots: readonly string[], wanted: string): string | undefined {
	if (roots.length === 0)
		return 'needs a folder that the service may use, but it has none: its operator sets FILEMILL_FILE_ROOTS';
	const lies = roots.some((root) => isBelow(path.resolve(root), path.resolve(wanted)));
	return lies ? undefined : `must lie below ${roots.join(' or ')}`;
}

/**
 * The folder of a path, with all links resolved; with `make` it is made where it is missing.
 * @throws InvalidOptionError when it is not there, or leads out of the roots.
 */
export async function openFolder(
	roots: readonly string[],
	folder: string,
	{ make = false } = {},
): Promise<string> {
	const refuse = (wanted: string) => new InvalidOptionError('path', folder, wanted);
	const objection = rootsObjection(roots, folder);
	if (objection) throw refuse(`it ${objection}`);
	// What is there already is resolved before anything is made below it.
	const { real, missing } = await deepestFolder(folder);
	const allowed = await Promise.all(roots.map((root) => fs.realpath(root).catch(() => undefined)));
	if (!allowed.some((root) => root !== undefined && isBelow(root, real)))
		throw refuse('it leads out of the folders that the service may use');
	if (missing === '') return real;
	if (!make) throw refuse('there is no such folder');
	const made = path.join(real, missing);
	await fs.mkdir(made, { recursive: true });
	return made;
}

/**
 * Opens a file of a resolved folder for reading: a regular file, never a link.
 * @throws InvalidOptionError when there is none.
 */
export async function openFile(folder: string, name: string): Promise<fs.FileHandle> {
	const file = path.join(folder, name);
	// Neither follows a link nor waits for the other end of a pipe.
	const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
	const handle = await fs.open(file, flags).catch((cause) => {
		if (!isNativeError(cause)) throw cause;
		throw new InvalidOptionError('path', file, 'there is no such file that can be read');
	});
	const found = await handle.stat();
	if (found.isFile()) return handle;
	await handle.close();
	throw new InvalidOptionError('path', file, 'it is no regular file');
}

async function deepestFolder(folder: string): Promise<{ real: string; missing: string }> {
	const parts = path.resolve(folder).split(path.sep).filter(Boolean);
	for (let kept = parts.length; ; kept--) {
		const candidate = path.sep + parts.slice(0, kept).join(path.sep);
		const real = await fs.realpath(candidate).catch(() => undefined);
		if (real !== undefined || kept === 0)
			return { real: real ?? path.sep, missing: parts.slice(kept).join(path.sep) };
	}
}

function isBelow(root: string, target: string): boolean {
	return target === root || target.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}
