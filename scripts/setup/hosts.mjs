import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './packages.mjs';
import { SetUpError } from './set-up-error.mjs';

const folder = path.resolve(fileURLToPath(import.meta.url), '../../../test/hosts');
const sqlite = path.join(folder, 'node_modules/sqlite3');

/** Installs the n8n and the older Node-RED that tests run the nodes in, unless they are there. */
export function setUpHosts(node) {
	// Registries lack some builds for other systems that n8n's dependencies name, which "npm ci" would not take.
	installPackages(folder, 'n8n and Node-RED for the tests', ['install', '--no-save']);
	if (!existsSync(path.join(sqlite, 'build/Debug/node_sqlite3.node'))) compileSqlite(node);
}

// Its install script would fetch a binary from elsewhere than npm. A debug build does not optimise, and takes a quarter of the time.
function compileSqlite(node) {
	console.log('Compiling the database of n8n …');
	const nodeGyp = process.env.npm_config_node_gyp;
	if (!nodeGyp)
		throw new SetUpError('Run this by "npm run test:hosts": it needs the node-gyp of npm.');
	const headers = path.join(folder, 'node_modules/node-24');
	const args = [nodeGyp, 'rebuild', '--debug', '-j', 'max', '--loglevel=error'];
	if (existsSync(headers)) args.push(`--nodedir=${headers}`);
	const { status, stdout, stderr } = spawnSync(node, args, { cwd: sqlite, encoding: 'utf8' });
	if (status !== 0) throw new SetUpError(`sqlite3 could not be compiled.\n${stdout}\n${stderr}`);
}
