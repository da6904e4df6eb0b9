import { type Json, reference } from './schema.ts';

/** The answer to whatever goes wrong. */
export const failure = {
	description: 'What is wrong, and what would be right.',
	content: { 'application/json': { schema: { $ref: reference('Error') } } },
};

/** An answer with one object. */
export function one(schema: string, description: string): Json {
	const data = { type: 'object', properties: { data: { $ref: reference(schema) } } };
	return { description, content: { 'application/json': { schema: data } } };
}

/** An answer with a page of a list. */
export function many(schema: string, description: string): Json {
	const data = { type: 'array', items: { $ref: reference(schema) } };
	const properties = { data, links: { type: 'object' }, meta: { type: 'object' } };
	return {
		description,
		content: { 'application/json': { schema: { type: 'object', properties } } },
	};
}

/** A parameter that stands in the query. */
export function query(name: string, schema: Json): Json {
	return { name, in: 'query', required: false, schema };
}

/** The id of a job or task in the path. */
export const id = {
	name: 'id',
	in: 'path',
	required: true,
	schema: { type: 'string', format: 'uuid' },
};
export const paging = [query('page', { type: 'integer' }), query('per_page', { type: 'integer' })];
export const status = query('filter[status]', {
	enum: ['waiting', 'processing', 'finished', 'error'],
});
export const include = query('include', { type: 'string' });
