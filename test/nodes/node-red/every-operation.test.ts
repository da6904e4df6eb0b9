import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describeParameters, findOperation } from '@filemill/operations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GalleryCase, galleryCases } from '../../../scripts/gallery/cases.ts';
import { type PageServer, startPageServer } from '../../../scripts/gallery/page-server.ts';
import type { Step } from './flow.ts';
import { type Hosts, startHosts } from './hosts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const single = galleryCases.filter(
	(one, index, all) =>
		one.references === undefined &&
		all.findIndex(({ operation }) => operation === one.operation) === index,
);
let hosts: Hosts;
let pages: PageServer;

beforeAll(async () => {
	hosts = await startHosts();
	pages = await startPageServer(root);
});

afterAll(async () => {
	pages?.close();
	await hosts?.stop();
});

describe('every operation of an engine', () => {
	it.each(single.map((one) => [one.operation, one] as const))(
		'works as a node with a file before it: %s',
		async (name, one) => {
			const { begins = '%PDF-' } = one;
			const [file] = one.inputs;
			await hosts.deploy([nodeOf({ ...one, params: pages.paramsOf(one) })]);

			const answer = await hosts.post(
				file ? await readFile(root + file) : Buffer.from('nothing'),
				file ?? '',
			);

			expect(answer.error).toBeUndefined();
			if (name === 'metadata') expect(answer.payload).toHaveProperty('metadata');
			else
				expect(
					Buffer.from(answer.content ?? '', 'base64').toString('latin1', 0, begins.length),
				).toBe(begins);
		},
	);
});

/** The node as a person fills it in. */
function nodeOf({ operation: name, params }: GalleryCase): Step {
	const operation = findOperation(name);
	if (!operation) throw new Error(`There is no operation "${name}".`);
	const filled = describeParameters(operation).flatMap(({ name: key }) => {
		const value = params[key];
		return value === undefined ? [] : [[key, typed(value)] as const];
	});
	return {
		type: `filemill-${operation.family}`,
		service: 'service',
		operation: name,
		params: Object.fromEntries(filled),
		run: 'auto',
	};
}

function typed(value: unknown): { type: string; value: string } {
	if (typeof value === 'string') return { type: 'str', value };
	if (typeof value === 'number') return { type: 'num', value: String(value) };
	if (typeof value === 'boolean') return { type: 'bool', value: String(value) };
	// As the dialog saves lists that are picked from a menu, and names with values.
	if (Array.isArray(value)) return { type: 'str', value: value.join(',') };
	return { type: 'pairs', value: JSON.stringify(value) };
}
