import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetUpError } from './set-up-error.mjs';

const root = path.resolve(fileURLToPath(import.meta.url), '../../..');
const node24 = path.join(root, 'node_modules/node/bin/node');
const wanted = 24;

/** Installs the node packages unless they are those of the lock file, and answers the path of the Node that came with them. */
export function setUpPackages() {
	if (major(process.versions.node) < 20) {
		throw new SetUpError(`Filemill needs Node 20 or newer; this is ${process.version}.`);
	}
	installPackages(root, 'the node packages', ['ci']);
	if (!runs(node24)) npm(root, 'rebuild', 'node', '--ignore-scripts=false', '--loglevel=error');
	if (runs(node24)) return node24;
	if (major(process.versions.node) >= wanted) return process.execPath;
	throw new SetUpError(
		`Node ${wanted} did not arrive: the install script of the package "node" was not allowed to run, or has no build for ` +
			`${process.platform} ${process.arch}. Install Node ${wanted} from https://nodejs.org and run this again with it.`,
	);
}

/** Installs what the lock file of a folder says by an npm command, unless that is there. */
export function installPackages(folder, what, command) {
	if (upToDate(folder)) return;
	console.log(`Installing ${what} (npm ${command[0]}) …`);
	npm(folder, ...command, '--loglevel=error');
}

// npm keeps a record of what it installed, so a package added with `npm install` does not cost a second install here.
function upToDate(folder) {
	const locked = packagesOf(path.join(folder, 'package-lock.json'));
	const installed = packagesOf(path.join(folder, 'node_modules/.package-lock.json'));
	return Object.entries(locked).every(
		([place, { version, integrity, optional, devOptional }]) =>
			place === '' ||
			optional ||
			devOptional ||
			(installed[place]?.version === version && installed[place]?.integrity === integrity),
	);
}

function packagesOf(lockFile) {
	try {
		return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
	} catch {
		return {};
	}
}

function npm(cwd, ...args) {
	// Under `npm test` the first `node` on the PATH is the one in node_modules, which `npm ci` is about to delete.
	const PATH = (process.env.PATH ?? '')
		.split(path.delimiter)
		.filter((folder) => !folder.endsWith('node_modules/.bin'))
		.join(path.delimiter);
	const { status } = spawnSync('npm', args, {
		cwd,
		stdio: 'inherit',
		env: { ...process.env, PATH },
	});
	if (status !== 0) {
		throw new SetUpError(
			`"npm ${args.join(' ')}" failed; what it says is above. Filemill needs its node packages.`,
		);
	}
}

function runs(node) {
	const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
	return major(stdout ?? '') >= wanted;
}

function major(version) {
	return Number.parseInt(version.replace('v', ''), 10);
}
