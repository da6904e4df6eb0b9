import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { Client } from '../test/harness/client.ts';
import { operate } from '../test/harness/operate.ts';
import { startService } from '../test/harness/start-service.ts';
import { check } from './conversions/check.ts';
import { conversionsPage, type Tried } from './conversions/page.ts';
import { makeMedia, samples } from './conversions/samples.ts';

/**
 * `node scripts/conversions.ts [format …]`: converts a real file along every pair of formats that this machine offers,
 * from all formats or from those named, and writes to `docs/conversions.md` what came of it.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const asked = new Set(process.argv.slice(2));

interface Pair {
	readonly input_format: string;
	readonly output_format: string;
	readonly engine: string;
}

const service = await startService();
const client = new Client(service);
const folder = mkdtempSync(path.join(tmpdir(), 'filemill-conversions-'));
const known = new Map<string, string>(
	Object.entries(samples).map(([format, file]) => [format, path.join(root, file)]),
);
for (const [format, file] of Object.entries(makeMedia(folder))) known.set(format, file);
const tried: Tried[] = [];
let left: Pair[];
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
		const wanted = ready.filter(({ input_format }) => asked.size === 0 || asked.has(input_format));
		await Promise.all(wanted.map((pair) => limit(tryPair, pair)));
	}
} finally {
	await service.stop();
}
const untried = new Set(left.map(({ input_format }) => input_format));
if (asked.size === 0) {
	mkdirSync(path.join(root, 'docs'), { recursive: true });
	writeFileSync(path.join(root, 'docs/conversions.md'), conversionsPage(tried, [...untried]));
}
const failed = tried.filter(({ failure }) => failure !== undefined);
console.log(`${tried.length - failed.length} pairs work, ${failed.length} do not.`);
console.log(`Without a sample: ${[...untried].join(' ') || 'none'}.`);

async function tryPair({ input_format, output_format, engine }: Pair): Promise<void> {
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
	if (made === undefined) {
		tried.push({ ...pair, seconds, failure: `${task.code}: ${task.message}` });
		console.log(`FAILED ${input_format} > ${output_format} (${engine}): ${task.message}`);
		return;
	}
	try {
		tried.push({
			...pair,
			seconds,
			checked: check(output_format, engine, made),
			files: paths.length,
		});
		if (!known.has(output_format)) known.set(output_format, made);
	} catch (error) {
		tried.push({ ...pair, seconds, failure: `its result cannot be read: ${error}` });
		console.log(`BROKEN ${input_format} > ${output_format} (${engine}): ${error}`);
	}
}
