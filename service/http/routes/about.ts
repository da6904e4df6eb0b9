import { describeParameters, findOperation, operations } from '@filemill/operations';
import type { FastifyInstance } from 'fastify';
import type { JobContext } from '../../jobs/job.ts';
import openapi from '../openapi.gen.json' with { type: 'json' };
import { Query } from '../query.ts';

const optionTypes: Readonly<Record<string, string>> = {
	number: 'float',
	integer: 'integer',
	boolean: 'boolean',
	enum: 'enum',
	dictionary: 'dictionary',
};

/** What this service is and can do: operations, user, health, and its own description. */
export function aboutRoutes(app: FastifyInstance, context: JobContext): void {
	app.get('/openapi.json', async () => openapi);

	app.get('/health', async () => ({
		status: 'ok',
		isolation: context.engines.isolation,
		engines: context.engines.installed,
	}));

	app.get('/v2/users/me', async () => ({
		data: {
			id: 1,
			username: 'filemill',
			email: 'filemill@localhost',
			created_at: '2026-01-01T00:00:00+00:00',
			credits: 0,
			paying: false,
		},
	}));

	app.get('/v2/operations', async (request) => {
		const query = new Query(request.query);
		const include = query.list('include');
		const wanted = ['operation', 'input_format', 'output_format', 'engine', 'engine_version'];
		const alternatives =
			query.text('alternatives') === 'true' || query.text('alternatives') === '1';
		const data = listOperations(context, include).filter(
			(item) =>
				(alternatives || !item.alternatives) &&
				wanted.every((key) => {
					const value = query.text(`filter[${key}]`);
					return value === undefined || item[key] === value;
				}),
		);
		return {
			data,
			links: { first: null, last: null, prev: null, next: null },
			meta: {
				current_page: 1,
				from: 1,
				path: '/v2/operations',
				per_page: data.length,
				to: data.length,
			},
		};
	});
}

type Item = Readonly<Record<string, unknown>>;

function listOperations(context: JobContext, include: ReadonlySet<string>): Item[] {
	const { conversions, installed } = context.engines;
	return operations.flatMap((operation): Item[] => {
		if (operation.name === 'convert') {
			const pairs = new Set<string>();
			return conversions.map((conversion) => {
				const pair = `${conversion.input_format} ${conversion.output_format}`;
				const alternatives = pairs.has(pair);
				pairs.add(pair);
				return item('convert', { ...conversion, alternatives }, include);
			});
		}
		const engine = installed.find((one) => operation.engines.some((name) => name === one.name));
		if (operation.engines.length > 0 && !engine) return [];
		const format = operation.name.startsWith('pdf/') ? 'pdf' : null;
		return [
			item(
				operation.name,
				{
					input_format: format,
					output_format: format ?? (operation.name === 'merge' ? 'pdf' : null),
					engine: engine?.name ?? null,
					engine_version: engine?.version ?? null,
					alternatives: false,
				},
				include,
			),
		];
	});
}

function item(name: string, rest: Item, include: ReadonlySet<string>): Item {
	const operation = findOperation(name);
	return {
		operation: name,
		...rest,
		credits: operation && ['import', 'export', 'metadata'].includes(operation.family) ? 0 : 1,
		deprecated: false,
		experimental: false,
		meta: { group: operation?.family },
		...(include.has('options') && operation
			? {
					options: describeParameters(operation)
						.filter((parameter) => parameter.type !== 'tasks')
						.map((parameter) => ({
							name: parameter.name,
							type: optionTypes[parameter.type] ?? 'string',
							label: parameter.title,
							description: parameter.description,
							required: parameter.required,
							default: parameter.default ?? null,
							possible_values: parameter.values?.map((one) => one.value) ?? null,
						})),
				}
			: {}),
		...(include.has('engine_versions')
			? {
					engine_versions: rest.engine_version
						? [
								{
									version: rest.engine_version,
									default: true,
									latest: true,
									deprecated: false,
									experimental: false,
								},
							]
						: [],
				}
			: {}),
	};
}
