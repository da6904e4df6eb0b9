// Builds the package `filemill` in service/dist/: JavaScript, because Node strips no types below node_modules, with the operations bundled.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');
const dist = path.join(root, 'service/dist');
const bundled = 'node_modules/@filemill/operations';

rmSync(dist, { recursive: true, force: true });
build('service', 'service');
build('operations', bundled);
for (const file of ['LICENSE.md', 'README.md'])
	cpSync(path.join(root, file), path.join(dist, file));

const operations = manifest('operations');
write(bundled, { ...operations, exports: './index.js' });
const { author, homepage, repository, bugs } = manifest('.');
const service = manifest('service');
write('.', {
	...service,
	...{ author, homepage, repository, bugs },
	engines: { node: '>=24' },
	bin: { filemill: 'service/bin/filemill.mjs' },
	dependencies: {
		...service.dependencies,
		...operations.dependencies,
		[operations.name]: operations.version,
	},
	bundleDependencies: [operations.name],
});

/** Writes the code of a folder as JavaScript, and copies what lies beside it: workers in other languages, policies, filters. */
function build(from, to) {
	const source = path.join(root, from);
	const target = path.join(dist, to);
	for (const file of readdirSync(source, { recursive: true, withFileTypes: true })) {
		const name = path.relative(source, path.join(file.parentPath, file.name));
		if (!file.isFile() || /^(dist|node_modules|package\.json$)|__pycache__/.test(name)) continue;
		mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
		if (!/\.m?[tj]s$/.test(name)) cpSync(path.join(source, name), path.join(target, name));
		else writeFileSync(path.join(target, name.replace(/ts$/, 'js')), code(path.join(source, name)));
	}
}

function code(file) {
	const source = readFileSync(file, 'utf8');
	const plain = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
	return plain.replaceAll(/((?:from|import)\s*\(?\s*'\.[^']*)\.ts'/g, "$1.js'");
}

function manifest(folder) {
	return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

function write(folder, content) {
	const file = path.join(dist, folder, 'package.json');
	writeFileSync(file, `${JSON.stringify(content, null, '\t')}\n`);
}
