import { failure, id, many, one, paging, query } from './parts.ts';
import { type Json, reference } from './schema.ts';

/** The addresses of links that carry a job with them. */
export const signedUrlPaths: Json = {
	'/v2/signed-urls': {
		post: {
			summary: 'Make a base for which links to jobs can be signed.',
			requestBody: {
				content: { 'application/json': { schema: { $ref: reference('SignedUrlBaseRequest') } } },
			},
			responses: {
				201: one('SignedUrlBase', 'The base, with its `signing_secret`, which is not shown again.'),
				default: failure,
			},
		},
		get: {
			summary: 'List the bases for signed links, newest first.',
			parameters: paging,
			responses: {
				200: many('SignedUrlBase', 'A page of bases, without their secrets.'),
				default: failure,
			},
		},
	},
	'/v2/signed-urls/{id}': {
		parameters: [id],
		delete: {
			summary: 'End a base; links signed for it lead nowhere any more.',
			responses: { 204: { description: 'It is gone.' }, default: failure },
		},
	},
	'/s/{id}': {
		parameters: [id],
		get: {
			summary: 'Run the job that a signed link carries, and go to its file.',
			security: [],
			parameters: [
				query('job', { type: 'string', description: 'The job as JSON in base64url.' }),
				query('cache_key', { type: 'string', pattern: '^[A-Za-z0-9_-]{1,255}$' }),
				query('s', {
					type: 'string',
					description: 'HMAC-SHA256 of the address before it, in hex.',
				}),
			],
			responses: { 302: { description: 'The file of the job.' }, default: failure },
		},
	},
};
