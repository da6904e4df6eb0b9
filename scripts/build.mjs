// Builds what the node package ships: CommonJS in dist/, with the files beside it that n8n and Node-RED read.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');
const dist = path.join(root, 'dist');
const shipped = new Set(['.json', '.svg', '.html', '.md']);

rmSync(dist, { recursive: true, force: true });
execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['--project', 'tsconfig.build.json'], {
	cwd: root,
	stdio: 'inherit',
});
// The package is ESM in its sources, and both hosts load CommonJS.
writeFileSync(path.join(dist, 'package.json'), '{ "type": "commonjs" }\n');
for (const folder of ['nodes', 'icons']) {
	cpSync(path.join(root, folder), path.join(dist, folder), {
		recursive: true,
		filter: (file) => statSync(file).isDirectory() || shipped.has(path.extname(file)),
	});
}
