// `npm start`: sets up, then goes on under Node 24 with scripts/start/main.ts.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

const main = fileURLToPath(new URL('start/main.ts', import.meta.url));
const child = spawn(setUp(), [main, ...process.argv.slice(2)], { stdio: 'inherit' });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
	process.exitCode = code ?? 1;
});
