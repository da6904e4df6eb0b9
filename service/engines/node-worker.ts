import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { longLived } from './limits.ts';
import type { Command, Mount, Sandbox } from './sandbox.ts';

const home = '/opt/filemill';
const gibibyte = 1024 ** 3;

/**
 * A warm worker that is this Node.js itself: the `worker` module of a folder, which sees that folder and the folder of
 * packages that holds `library`, and nothing else of the service.
 */
export function nodeWorker(sandbox: Sandbox, folder: string, library: string): Command {
	const script = path.join(folder, `worker${path.extname(import.meta.filename)}`);
	const manifest = findPackageJSON(import.meta.url) ?? '';
	const mounts: Mount[] = [
		{ source: process.execPath, target: `${home}/node` },
		{ source: folder, target: `${home}/${path.basename(folder)}` },
		{ source: manifest, target: `${home}/package.json` },
		...packageFolders(library).map((source) => ({ source, target: `${home}/node_modules` })),
	];
	return {
		path: sandbox.visible(process.execPath, mounts),
		args: ['--no-warnings', sandbox.visible(script, mounts)],
		mounts,
		// V8 reserves address space that it never uses; what it does use is counted.
		limits: { ...longLived, addressBytes: undefined, dataBytes: 4 * gibibyte },
	};
}

/** The folder of packages that holds a library; none where it is not installed. */
function packageFolders(library: string): string[] {
	const manifest = findPackageJSON(library, import.meta.url);
	if (!manifest) return [];
	// The name of a package may have a scope before it: two folders.
	return [
		path.resolve(
			manifest,
			'../..',
			...library
				.split('/')
				.slice(1)
				.map(() => '..'),
		),
	];
}
