import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { places } from './places.ts';
import { StartError } from './program.ts';

/** Builds the node package, which Node-RED loads as it would when installed. */
export function buildNodes(): void {
	console.log('Building the nodes …');
	const script = path.join(places.root, 'scripts/build.mjs');
	const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
	if (status !== 0) throw new StartError('The nodes could not be built; the reason is above.');
}
