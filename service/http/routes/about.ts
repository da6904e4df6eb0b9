import type { FastifyInstance } from 'fastify';
import type { JobContext } from '../../jobs/job.ts';
import openapi from '../openapi.gen.json' with { type: 'json' };

/** What this service is: its user, its health, and its own description. */
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
}
