import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '@filemill/operations';
import type { GeneratedFile } from './generated-file.ts';

const begin = '<!-- operations: generated, see CONTRIBUTING.md -->';
const end = '<!-- /operations -->';

/** The README with its table of operations renewed. */
export function generate(root: string): GeneratedFile[] {
	const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
	const [before, rest] = readme.split(begin);
	const after = rest?.split(end)[1];
	if (before === undefined || after === undefined)
		throw new Error(`README.md has no table between "${begin}" and "${end}".`);
	return [{ path: 'README.md', content: `${before}${begin}\n${table()}\n${end}${after}` }];
}

function table(): string {
	const rows = operations.map(({ name, summary, engines }) => {
		const shown = engines.length > 0 ? engines.join(', ') : 'the service itself';
		return `| \`${name}\` | ${summary} | ${shown} |`;
	});
	return ['| Operation | What it does | Engines |', '|---|---|---|', ...rows].join('\n');
}
