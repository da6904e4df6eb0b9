import { fileURLToPath } from 'node:url';
import { describeParameters, findOperation, operations } from '@filemill/operations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GalleryCase, galleryCases } from '../../scripts/gallery/cases.ts';
import { type PageServer, startPageServer } from '../../scripts/gallery/page-server.ts';
import { Bench, bytes } from './n8n-bench.ts';

const bench = new Bench();
const root = fileURLToPath(new URL('../../', import.meta.url));
const cases = firstCases();
const families: Readonly<Record<string, string>> = {
	pdf: 'Pdf',
	file: 'File',
	metadata: 'Metadata',
};

let pages: PageServer;

beforeAll(async () => {
	pages = await startPageServer(root);
});

afterAll(() => pages?.close());

describe('every operation of an engine', () => {
	it('has a case', () => {
		const engines = operations.filter((operation) => operation.engines.length > 0);

		expect(cases.map(({ operation }) => operation).sort()).toEqual(
			engines.map(({ name }) => name).sort(),
		);
	});

	it.each(cases.map((one) => [one.operation, one] as const))(
		'works as a node with a file before it: %s',
		async (name, one) => {
			const { begins = '%PDF-' } = one;
			const type = `Filemill${families[findOperation(name)?.family ?? '']}`;
			const files = await Promise.all(one.inputs.map((file) => bench.host.item(root + file)));
			const items = files.length > 0 ? files : [{ json: {} }];
			const parameters = parametersOf({ ...one, params: pages.paramsOf(one) });

			const [item] = await bench.host.run({ type, parameters }, items);

			if (name === 'metadata') expect(item?.json.metadata).toBeTruthy();
			else
				expect((await bytes(bench.host, item)).toString('latin1', 0, begins.length)).toBe(begins);
		},
	);
});

/** One case an operation: the first that gives a PDF and needs no second file. */
function firstCases(): GalleryCase[] {
	const plain = galleryCases.filter((one) => one.references === undefined);
	return plain.filter(
		(one, index) => plain.findIndex(({ operation }) => operation === one.operation) === index,
	);
}

/** The parameters as a person fills them in: what is required on top, the rest under Options. */
function parametersOf({ operation: name, params }: GalleryCase) {
	const operation = findOperation(name);
	if (!operation) throw new Error(`There is no operation "${name}".`);
	const options: Record<string, string> = {};
	const top: Record<string, string> = {};
	for (const { name: key, required, type } of describeParameters(operation)) {
		const value = type === 'dictionary' ? pairs(params[key]) : params[key];
		if (value !== undefined) Object.assign(required ? top : options, { [key]: value });
	}
	return { operation: name, ...top, options };
}

function pairs(value: unknown) {
	if (typeof value !== 'object' || value === null) return undefined;
	return { pairs: Object.entries(value).map(([name, one]) => ({ name, value: String(one) })) };
}
