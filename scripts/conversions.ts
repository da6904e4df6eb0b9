import {
	appendFileSync,
	copyFileSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { Client } from '../test/harness/client.ts';
import { operate } from '../test/harness/operate.ts';
import { startService } from '../test/harness/start-service.ts';
import { check } from './conversions/check.ts';
import { conversionsPage, type Tried } from './conversions/page.ts';
import { makeArchive, makeMedia, samples } from './conversions/samples.ts';

/**
 * `npm run conversions`: converts a real file along every pair of formats that this machine offers, and writes to
 * `docs/conversions.md` what came of it. `npm run conversions -- --resume` goes on where it was interrupted, and tries
 * again what had failed.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, '.filemill/conversions');
const journal = path.join(folder, 'tried.jsonl');
const resumes = process.argv.includes('--resume');
if (!resumes) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

interface Pair {
	readonly input_format: string;
	readonly output_format: string;
	readonly engine: string;
}

const service = await startService();
const client = new Client(service);
const known = new Map<string, string>(
	Object.entries(samples).map(([format, file]) => [format, path.resolve(root, file)]),
);
for (const [format, file] of Object.entries(makeMedia(folder))) known.set(format, file);
known.set('zip', makeArchive(root, folder));
const tried = resumes ? readJournal() : [];
const done = new Set(tried.map(({ from, to, engine }) => `${from} ${to} ${engine}`));
for (const { to } of tried) if (!known.has(to)) known.set(to, path.join(folder, `sample.${to}`));
let left: Pair[];
// Ctrl-C ends it with the page of what was tried so far.
let stopped = false;
let skipped = 0;
process.once('SIGINT', () => {
	stopped = true;
});
try {
	const { body } = await client.request<{ data: Pair[] }>(
		'GET',
		'/v2/operations?filter[operation]=convert&alternatives=true',
	);
	left = body.data;
	const limit = pLimit(2);
	// What came of one conversion is the sample for others, until there is nothing more to begin with.
	for (;;) {
		const order = [...known.keys()];
		const ready = left
			.filter(({ input_format }) => known.has(input_format))
			.toSorted((a, b) => order.indexOf(a.input_format) - order.indexOf(b.input_format));
		if (ready.length === 0) break;
		left = left.filter((pair) => !ready.includes(pair));
		const wanted = ready.filter(
			({ input_format, output_format, engine }) =>
				!done.has(`${input_format} ${output_format} ${engine}`),
		);
		await Promise.all(wanted.map((pair) => limit(tryPair, pair)));
	}
} finally {
	await service.stop();
}
const untried = new Set(left.map(({ input_format }) => input_format));
writeFileSync(
	path.join(root, 'docs/conversions.md'),
	conversionsPage(tried, [...untried], skipped),
);
const failed = tried.filter(({ failure }) => failure !== undefined);
console.log(`${tried.length - failed.length} pairs work, ${failed.length} do not.`);
console.log(`Without a sample: ${[...untried].join(' ') || 'none'}.`);

async function tryPair({ input_format, output_format, engine }: Pair): Promise<void> {
	if (stopped) {
		skipped += 1;
		return;
	}
	const source = known.get(input_format) ?? '';
	const pair = { from: input_format, to: output_format, engine };
	const begun = performance.now();
	const { task, paths } = await operate(
		client,
		'convert',
		{ input_format, output_format, engine, timeout: 120 },
		[source],
	);
	const seconds = (performance.now() - begun) / 1000;
	const [made] = paths;
	if (made === undefined)
		return keep({ ...pair, seconds, failure: `${task.code}: ${task.message}` });
	try {
		const checked = check(output_format, engine, made);
		const sample = path.join(folder, `sample.${output_format}`);
		if (!known.has(output_format)) {
			copyFileSync(made, sample);
			known.set(output_format, sample);
		}
		keep({ ...pair, seconds, checked, files: paths.length });
	} catch (error) {
		keep({ ...pair, seconds, failure: `its result cannot be read: ${error}` });
	}
}

function keep(one: Tried): void {
	tried.push(one);
	appendFileSync(journal, `${JSON.stringify(one)}\n`);
	if (one.failure) console.log(`${one.from} > ${one.to} (${one.engine}): ${one.failure}`);
}

function readJournal(): Tried[] {
	const lines = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
	return lines.map((line): Tried => JSON.parse(line)).filter(({ failure }) => !failure);
}
