import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '@filemill/operations';
import { countConversions, describeWork, everyOffer } from '../../service/engines/describe-work.ts';
import { packagesOf } from '../../service/engines/programs.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The README with its tables of operations and of formats renewed; the same on every machine, whatever engines it has. */
export function generate(root: string): GeneratedFile[] {
	const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
	const content = renew(renew(readme, 'operations', operationTable()), 'formats', formatTable());
	return [{ path: 'README.md', content }];
}

function renew(readme: string, name: string, content: string): string {
	const begin = `<!-- ${name}: generated, see CONTRIBUTING.md -->`;
	const end = `<!-- /${name} -->`;
	const [before, rest] = readme.split(begin);
	const after = rest?.split(end)[1];
	if (before === undefined || after === undefined)
		throw new Error(`README.md has no place between "${begin}" and "${end}".`);
	return `${before}${begin}\n${content}\n${end}${after}`;
}

function operationTable(): string {
	const rows = operations.map(({ name, summary, engines }) => {
		const shown = engines.length > 0 ? engines.join(', ') : 'the service itself';
		return `| \`${name}\` | ${summary} | ${shown} |`;
	});
	return ['| Operation | What it does | Engines |', '|---|---|---|', ...rows].join('\n');
}

function formatTable(): string {
	const offers = everyOffer();
	const { pairs, reads, makes } = countConversions(offers);
	const rows = describeWork(offers)
		.filter(({ operation, reads }) => operation === 'convert' && reads.length > 0)
		.map(
			(work) =>
				`| ${work.engine}, ${packagesOf([work.engine])} | ${work.reads.join(' ')} | ${work.makes.join(' ')} |`,
		);
	return [
		`With all engines, \`convert\` offers ${pairs} pairs of formats, from ${reads} to ${makes}. \`filemill doctor\` says what your`,
		'machine does and lacks.',
		'',
		'| Engine | Reads | Makes |',
		'|---|---|---|',
		...rows,
	].join('\n');
}
