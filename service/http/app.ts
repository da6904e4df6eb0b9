import type { IncomingMessage } from 'node:http';
import { operations } from '@filemill/operations';
import Fastify, {
	type FastifyBaseLogger,
	type FastifyInstance,
	type FastifyRequest,
	LogController,
} from 'fastify';
import type { JobContext } from '../jobs/job.ts';
import type { BaseUrl } from '../jobs/views.ts';
import { neededScope } from '../keys/scopes.ts';
import { serveSockets } from '../sockets/serve-sockets.ts';
import { createAnswerEnd } from './answer-end.ts';
import { createAuthenticate } from './authenticate.ts';
import { answerError, ForbiddenError } from './errors.ts';
import { createHold } from './hold.ts';
import { createRateLimit } from './rate-limit.ts';
import { aboutRoutes } from './routes/about.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { jobRoutes } from './routes/jobs.ts';
import { operationRoutes } from './routes/operations.ts';
import { signedUrlRoutes } from './routes/signed-urls.ts';
import { taskRoutes } from './routes/tasks.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import type { SyncMode } from './sync-mode.ts';

/** What may be read without a key: it says nothing of anybody's files. */
const open = new Set(['/v2/operations', '/v2/convert/formats']);

/** What makes jobs and tasks, and so counts for the rate limit. */
const creating: ReadonlySet<string> = new Set([
	'/v2/jobs',
	'/v2/jobs/:id/retry',
	'/v2/tasks/:id/retry',
	...operations.map((operation) => `/v2/${operation.name}`),
]);

/** The HTTP interface of the service, not listening yet. */
export function createApp(
	context: JobContext,
	options: { readonly apiKey: string; readonly baseUrl: BaseUrl; readonly syncMode: SyncMode },
): FastifyInstance {
	const loggerInstance: FastifyBaseLogger = context.log;
	const app = Fastify({
		loggerInstance,
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: context.config.FILEMILL_MAX_BODY,
		routerOptions: { maxParamLength: 1024 },
		// A service that stops lets go of clients that keep their connection open.
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		rewriteUrl: options.syncMode.rewriteUrl,
	});
	app.setErrorHandler(answerError);
	app.setNotFoundHandler((request, reply) => {
		reply.code(404).send({
			message: `There is no ${request.method} ${request.url.split('?')[0]}. GET /openapi.json lists what there is.`,
			code: 'NOT_FOUND',
		});
	});
	app.addHook('onRequest', async ({ headers, url }) => {
		// Some clients name the type of a body that they do not send.
		const empty = (headers['content-length'] ?? '0') === '0' && !headers['transfer-encoding'];
		if (empty && url.startsWith('/v2/')) delete headers['content-type'];
	});
	/** By whose key each request comes. */
	const callers = new WeakMap<IncomingMessage, string>();
	const ownerOf = (request: FastifyRequest) => callers.get(request.raw);
	const authenticate = createAuthenticate(context, options.apiKey);
	const countRequest = createRateLimit(context.config.FILEMILL_RATE_LIMIT);
	app.addHook('onRequest', async (request, reply) => {
		const route = request.routeOptions.url ?? request.url;
		if (!route.startsWith('/v2/') || open.has(route)) return;
		const key = await authenticate(request.headers.authorization);
		callers.set(request.raw, key.id);
		const scope = neededScope(request.method, route);
		if (!key.scopes.has(scope)) throw new ForbiddenError(scope);
		if (request.method === 'POST' && creating.has(route)) countRequest(key.id, reply);
	});
	app.addHook('onSend', async (request, reply) => {
		if (request.url.startsWith('/v2/')) reply.header('Cache-Control', 'no-cache, private');
	});
	const hold = createHold(app, context);
	const answerEnd = createAnswerEnd(context, hold, options.baseUrl);
	const waiting = { answerEnd, isSync: options.syncMode.isSync, ownerOf };
	jobRoutes(app, context, options.baseUrl, waiting);
	taskRoutes(app, context, options.baseUrl, waiting);
	eventRoutes(app, context, options.baseUrl);
	webhookRoutes(app, context, options.baseUrl);
	fileRoutes(app, context);
	signedUrlRoutes(app, context, options.baseUrl, hold);
	operationRoutes(app, context);
	serveSockets(app, context, {
		baseUrl: options.baseUrl,
		isAllowed: async (authorization) => {
			const key = await authenticate(authorization).catch(() => undefined);
			return key?.scopes.has('task.read') ?? false;
		},
	});
	aboutRoutes(app, context);
	return app;
}
