#!/usr/bin/env node
// Needs nothing installed to say what is missing; the service itself is TypeScript, which Node 24 runs as it is.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const oldest = 24;
const bundled = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= oldest) {
	const { main } = await import('../cli/main.ts');
	await main(process.argv.slice(2));
} else if (existsSync(bundled)) {
	const child = spawn(bundled, process.argv.slice(1), { stdio: 'inherit' });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.on(signal, () => child.kill(signal));
	child.on('exit', (code, signal) => {
		if (signal) process.kill(process.pid, signal);
		else process.exit(code ?? 1);
	});
} else {
	console.error(
		`Filemill needs Node ${oldest} or newer; this is ${process.version}. Install it from https://nodejs.org; in a checkout "npm ci" brings it.`,
	);
	process.exitCode = 1;
}
