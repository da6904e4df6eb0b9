import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from '@filemill/operations';
import { Client } from '../test/harness/client.ts';
import { operate } from '../test/harness/operate.ts';
import { startService } from '../test/harness/start-service.ts';
import { conformanceFiles } from './conformance/files.ts';
import { lookApart, wordsKept } from './conformance/measure.ts';
import { type Standard, standards } from './conformance/standards.ts';

/** `node scripts/conformance.ts [pdf/a] [pdf/x]`: converts nine real PDFs and writes what came of them to `docs/`. */
const root = fileURLToPath(new URL('..', import.meta.url));
const asked = process.argv.slice(2);
mkdirSync(path.join(root, 'docs'), { recursive: true });

const answered = z.object({
	conformance: z
		.object({
			valid: z.boolean(),
			checked_by: z.array(z.string()),
			method: z.string().optional(),
			doubts: z.array(z.string()).optional(),
		})
		.optional(),
	warnings: z.array(z.string()).default([]),
});

const service = await startService();
const client = new Client(service);
try {
	for (const standard of standards) {
		if (asked.length > 0 && !asked.includes(standard.operation)) continue;
		writeFileSync(path.join(root, 'docs', standard.page), await page(standard));
		console.log(`Wrote docs/${standard.page}`);
	}
} finally {
	await service.stop();
}

async function page(standard: Standard): Promise<string> {
	const { operation, parameter, values } = standard;
	const sections: string[] = [];
	const checkers = new Set<string>();
	const notes: string[] = [];
	const rows = [];
	for (const { file, maker, holds } of conformanceFiles) {
		const cells: string[] = [];
		for (const value of values) {
			const { cell, checkedBy, warnings } = await verdict(standard, value, file);
			cells.push(cell);
			for (const checker of checkedBy) checkers.add(checker);
			notes.push(...warnings.map((warning) => `- \`${file}\`, ${value}: ${warning}`));
		}
		rows.push(`| \`${file}\` (${maker}): ${holds} | ${cells.join(' | ')} |`);
	}
	sections.push(
		`# Verdicts of \`${operation}\``,
		`Nine real PDFs of different makers (\`test/fixtures/\`), each with \`${parameter}\` ${values.join(', ')}. Written by \`node scripts/conformance.ts\`.`,
		`Checked by: ${[...checkers].join(', ')}. "Words" is the share of the words of the input that can be copied from the result, "look" how far the first page is from that of the input when both are rendered (RMSE; a change of colour space shows here).`,
		...(standard.note ? [standard.note] : []),
		[`| file | ${values.join(' | ')} |`, `|---${'|---'.repeat(values.length)}|`, ...rows].join(
			'\n',
		),
		'What each result warns of:',
		notes.join('\n') || 'Nothing.',
	);
	return `${sections.join('\n\n')}\n`;
}

async function verdict({ operation, parameter }: Standard, value: string, file: string) {
	const source = path.join(root, 'test/fixtures', file);
	const { task, result, paths } = await operate(client, operation, { [parameter]: value }, [
		source,
	]);
	const { conformance, warnings } = answered.parse(result);
	console.log(`${task.status.padEnd(8)} ${operation} ${value} ${file}`);
	const [made] = paths;
	if (!conformance || !made)
		return { cell: `refused: ${task.message}`, checkedBy: [], warnings: [] };
	const words = wordsKept(source, made);
	const facts = [
		`${conformance.valid ? 'valid' : 'not valid'}${conformance.method ? `, ${conformance.method}` : ''}`,
		words === undefined ? '' : `words ${words} %`,
		`look ${lookApart(source, made).toFixed(1)} %`,
		conformance.doubts ? `doubted: ${conformance.doubts[0]}` : '',
	];
	return {
		cell: facts.filter(Boolean).join('; '),
		checkedBy: conformance.checked_by,
		warnings,
	};
}
