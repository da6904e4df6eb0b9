import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeneratedFile } from './generate/generated-file.ts';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');
const generators = ['n8n', 'node-red', 'openapi', 'readme'];

/** Writes everything that derives from the operation schema; with `--check`, only says what is stale. */
const check = process.argv.includes('--check');
const stale: string[] = [];
for (const name of generators) {
	const { generate }: { generate: (root: string) => GeneratedFile[] } = await import(
		`./generate/${name}.ts`
	);
	for (const file of generate(root)) {
		const target = path.join(root, file.path);
		const content = format(file);
		if (read(target) === content) continue;
		stale.push(file.path);
		if (check) continue;
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, content);
	}
}
if (check && stale.length > 0) {
	console.error(`Stale generated files, run "npm run generate":\n  ${stale.join('\n  ')}`);
	process.exitCode = 1;
} else if (!check) {
	console.log(stale.length === 0 ? 'Everything is up to date.' : `Wrote ${stale.join(', ')}.`);
}

function format({ path: name, content }: GeneratedFile): string {
	if (!/\.(ts|json)$/.test(name)) return content;
	return execFileSync('biome', ['format', `--stdin-file-path=${name}`], {
		cwd: root,
		input: content,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
}

function read(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}
