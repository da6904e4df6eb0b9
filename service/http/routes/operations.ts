import {
	type AnyOperation,
	describeParameters,
	findOperation,
	isCommonParameter,
	type Parameter,
} from '@filemill/operations';
import type { FastifyInstance } from 'fastify';
import { heededOptions } from '../../engines/conversions.ts';
import { formatName } from '../../engines/formats.ts';
import type { Offer } from '../../engines/offers.ts';
import type { JobContext } from '../../jobs/job.ts';
import { Query } from '../query.ts';

/** What this service can do: `GET /v2/operations`, and of that the conversions under their old address. */
export function operationRoutes(app: FastifyInstance, { engines }: JobContext): void {
	const items = engines.offers.map((offer) => ({ offer, item: itemOf(offer) }));
	const conversions = items.filter(({ offer }) => offer.operation === 'convert');

	app.get('/v2/operations', async ({ query }) => answer('/v2/operations', items, new Query(query)));
	app.get('/v2/convert/formats', async ({ query }) =>
		answer('/v2/convert/formats', conversions, new Query(query)),
	);
}

type Item = Readonly<Record<string, unknown>>;
type Listed = readonly { readonly offer: Offer; readonly item: Item }[];

const filters = ['operation', 'input_format', 'output_format', 'engine', 'engine_version'] as const;

function answer(path: string, items: Listed, query: Query) {
	const wanted = filters.flatMap((key) => {
		const value = query.text(`filter[${key}]`);
		if (value === undefined) return [];
		return [[key, key.endsWith('_format') ? formatName(value) : value] as const];
	});
	const include = query.list('include');
	const alternatives = ['true', '1'].includes(query.text('alternatives') ?? '');
	const data = items
		.filter(
			({ offer }) =>
				(alternatives || !offer.alternatives) &&
				wanted.every(([key, value]) => offer[key] === value),
		)
		.map(({ offer, item }) =>
			include.size === 0
				? item
				: {
						...item,
						...(include.has('options') && { options: optionsOf(offer) }),
						...(include.has('engine_versions') && { engine_versions: versionsOf(offer) }),
					},
		);
	return {
		data,
		links: { first: null, last: null, prev: null, next: null },
		meta: { current_page: 1, from: 1, path, per_page: data.length, to: data.length },
	};
}

function itemOf({ alternatives, ...offer }: Offer): Item {
	const family = findOperation(offer.operation)?.family ?? '';
	return {
		...offer,
		alternatives,
		credits: ['import', 'export', 'metadata'].includes(family) ? 0 : 1,
		deprecated: false,
		experimental: false,
		meta: { group: family },
	};
}

/** The options that have an effect: of a conversion, only those that its engine heeds for the two formats. */
function optionsOf({ operation: name, engine, input_format, output_format }: Offer): Item[] {
	const operation = findOperation(name);
	if (!operation) return [];
	const options = optionsByOperation.get(operation) ?? describeOptions(operation);
	optionsByOperation.set(operation, options);
	if (name !== 'convert') return options.map(({ option }) => option);
	const heeded: ReadonlySet<string> = heededOptions(
		engine ?? '',
		input_format ?? '',
		output_format ?? '',
	);
	return options
		.filter(({ parameter }) => isCommonParameter(parameter.name) || heeded.has(parameter.name))
		.map(({ option }) => option);
}

/** Thousands of items have the same options. */
const optionsByOperation = new Map<AnyOperation, ReturnType<typeof describeOptions>>();

const optionTypes: Readonly<Record<string, string>> = {
	number: 'float',
	integer: 'integer',
	boolean: 'boolean',
	enum: 'enum',
	dictionary: 'dictionary',
};

function describeOptions(operation: AnyOperation): { parameter: Parameter; option: Item }[] {
	return describeParameters(operation)
		.filter((parameter) => parameter.type !== 'tasks')
		.map((parameter) => ({
			parameter,
			option: {
				name: parameter.name,
				type: optionTypes[parameter.type] ?? 'string',
				label: parameter.title,
				description: parameter.description,
				required: parameter.required,
				default: parameter.default ?? null,
				possible_values: parameter.values?.map((one) => one.value) ?? null,
			},
		}));
}

function versionsOf({ engine_version: version }: Offer): Item[] {
	return version === null
		? []
		: [{ version, default: true, latest: true, deprecated: false, experimental: false }];
}
