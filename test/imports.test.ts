import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folder to what its files may import of ours; the first that fits a file counts. */
const rules: readonly [folder: string, allowed: readonly string[]][] = [
	['operations/', ['operations/']],
	['nodes/shared/', ['nodes/shared/']],
	['nodes/node-red/', ['nodes/node-red/', 'nodes/shared/']],
	['nodes/', ['nodes/']],
	['credentials/', ['credentials/']],
	[
		'service/engines/',
		['service/engines/', 'service/errors.ts', 'service/files/', 'service/network/', 'operations/'],
	],
	['service/files/', ['service/files/', 'service/errors.ts', 'service/engines/handler.ts']],
	['service/network/', ['service/network/', 'service/errors.ts', 'service/files/']],
	['service/store/', ['service/store/']],
	['service/', ['service/', 'operations/']],
];

const sources = rules
	.map(([folder]) => folder.split('/')[0] ?? '')
	.filter((folder, index, all) => all.indexOf(folder) === index)
	.flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
			.map((file) => path.posix.join(folder, file)),
	);

describe('who imports whom', () => {
	it('finds the sources it speaks of', () => {
		expect(sources.length).toBeGreaterThan(50);
	});

	it.each(sources)('is kept by %s', (file) => {
		const [, allowed = []] = rules.find(([folder]) => file.startsWith(folder)) ?? [];
		const foreign = importsOf(file).filter(
			(target) => !allowed.some((one) => target.startsWith(one)),
		);

		expect(foreign).toEqual([]);
	});
});

/** What a file imports of ours, as paths from the root. */
function importsOf(file: string): string[] {
	const source = readFileSync(path.join(root, file), 'utf8');
	const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
		(match) => match[1] ?? '',
	);
	return specifiers.flatMap((specifier) => {
		if (specifier.startsWith('.')) return [path.posix.join(path.posix.dirname(file), specifier)];
		return specifier === '@filemill/operations' ? ['operations/index.ts'] : [];
	});
}
