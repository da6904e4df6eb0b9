import path from 'node:path';
import { send } from '@fastify/send';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { lookup } from 'mime-types';
import { NotFoundError } from '../../jobs/errors.ts';
import { type JobContext, text } from '../../jobs/job.ts';
import { receiveUpload } from '../../jobs/receive-upload.ts';

/**
 * The addresses that job answers hand out: one to send a file to, one to fetch each exported file from. Whoever knows
 * an address may use it, so they need no key and a key sent along is not looked at.
 */
export function fileRoutes(app: FastifyInstance, context: JobContext): void {
	app.register(async (uploads) => {
		// The body is read as a stream by the route itself, whatever its type.
		uploads.removeAllContentTypeParsers();
		uploads.addContentTypeParser('*', (_request, _body, done) => done(null));
		uploads.route<{ Params: { token: string } }>({
			method: ['POST', 'PUT'],
			url: '/upload/:token',
			// What is left of a refused upload is not waited for.
			onError: async (_request, reply) => {
				reply.header('Connection', 'close');
			},
			handler: async (request, reply) => {
				const redirect = await receiveUpload(context, request.params.token, request.raw);
				if (redirect) return reply.redirect(redirect, 303);
				return reply.code(201).type('text/plain').send('');
			},
		});
	});

	app.route<{ Params: { token: string } }>({
		method: ['GET', 'HEAD'],
		url: '/files/:token/:filename',
		handler: async (request, reply) => {
			const [file] = await context.sql.all('SELECT * FROM files WHERE token = $1', [
				request.params.token,
			]);
			if (!file) throw new NotFoundError('file');
			const filename = text(file, 'filename');
			const location = context.files.locate(text(file, 'blob'));
			const sent = await send(request.raw, path.basename(location), {
				root: path.dirname(location),
				contentType: false,
				cacheControl: false,
			});
			return reply
				.code(sent.statusCode)
				.headers(sent.headers)
				.headers({
					'content-type': lookup(filename) || 'application/octet-stream',
					'content-disposition': contentDisposition(filename, {
						type: file.inline === 1 ? 'inline' : 'attachment',
					}),
					// What strangers made is shown without the rights of this address.
					'content-security-policy': 'sandbox',
					'x-content-type-options': 'nosniff',
					'cache-control': 'private, max-age=3600',
				})
				.send(sent.stream);
		},
	});
}
