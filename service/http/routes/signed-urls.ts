import { createHash } from 'node:crypto';
import { z } from '@filemill/operations';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { InvalidRequestError } from '../../jobs/errors.ts';
import { exportedFile } from '../../jobs/exported-file.ts';
import type { JobContext } from '../../jobs/job.ts';
import { submitJob } from '../../jobs/submit-job.ts';
import { callableUrl, type NewJob, validateJob } from '../../jobs/validate-job.ts';
import type { BaseUrl } from '../../jobs/views.ts';
import { openSignedUrl } from '../../signed-urls/open-signed-url.ts';
import {
	createSignedUrlBase,
	deleteSignedUrlBase,
	findSignedUrlBase,
	listSignedUrlBases,
	type NewSignedUrlBase,
} from '../../signed-urls/signed-urls.ts';
import { refusePrivate } from '../../webhooks/refuse-private.ts';
import type { Hold } from '../hold.ts';
import { listEnvelope, pageOf } from '../list-envelope.ts';
import { Query } from '../query.ts';

type WithId = { Params: { id: string } };

/** The job of a signed URL did not end in time; the same address may give its file later. */
class StillRunningError extends ServiceError {
	override readonly name = 'StillRunningError';
	readonly code = 'STILL_RUNNING';
	readonly status = 503;
	override readonly retryable = true;

	constructor() {
		super('The file is not ready yet. Ask again.');
	}
}

const cacheHours = 24;

/**
 * Links that carry a job with them: whoever visits one has the job run and is sent to its file. They need no key,
 * for they are signed with the secret of an address that was made with one.
 */
export function signedUrlRoutes(
	app: FastifyInstance,
	context: JobContext,
	baseUrl: BaseUrl,
	hold: Hold,
): void {
	app.post('/v2/signed-urls', async (request, reply) => {
		const data = await createSignedUrlBase(context, validateBase(request.body), baseUrl());
		reply.code(201);
		return { data };
	});

	app.get('/v2/signed-urls', async (request) => {
		const query = new Query(request.query);
		const page = pageOf(query);
		const listed = await listSignedUrlBases(context, page, baseUrl());
		return listEnvelope(`${baseUrl()}/v2/signed-urls`, query, page, listed);
	});

	app.delete<WithId>('/v2/signed-urls/:id', async (request, reply) => {
		await deleteSignedUrlBase(context, request.params.id);
		return reply.code(204).send();
	});

	app.get<WithId>('/s/:id', async (request, reply) => {
		const { id } = request.params;
		const { address, secret } = await findSignedUrlBase(context, id);
		const query = request.url.slice(request.url.indexOf('?') + 1);
		const seen = [`http://${request.host}`, `https://${request.host}`, baseUrl()];
		const bases = new Set([address, ...seen.map((origin) => `${origin}/s/${id}`)]);
		const signed = openSignedUrl(query, [...bases], secret);
		const job = validateJob(signed.job, context.engines, context.config);
		refuseWithoutFile(job);
		if (job.webhookUrl) await refusePrivate(context.network, 'webhook_url', job.webhookUrl);
		const key = signed.cacheKey && cacheKeyOf(id, signed.cacheKey, signed.template);
		if (key) await forgetOld(context, key);
		const submitted = await submitJob(context, job, { idempotencyKey: key });
		context.queue.wake();
		await hold(request, reply, 'jobs', submitted.id);
		const [ended] = await context.sql.all(
			'SELECT id FROM jobs WHERE id = $1 AND ended_at IS NOT NULL',
			[submitted.id],
		);
		if (!ended) throw new StillRunningError();
		return reply.redirect(await exportedFile(context, 'jobs', submitted.id, baseUrl()), 302);
	});
}

function refuseWithoutFile({ tasks }: NewJob): void {
	const has = (name: string) => tasks.some(({ operation }) => operation === name);
	if (!has('export/url'))
		throw new InvalidRequestError({
			job: ['The job needs a task "export/url", whose file it is.'],
		});
	if (has('import/upload'))
		throw new InvalidRequestError({
			job: ['The job of a link cannot wait for an "import/upload".'],
		});
}

/** Keeps what is cached apart from the keys of clients, which hold no line break, and from other jobs of the same key. */
function cacheKeyOf(id: string, cacheKey: string, template: string): string {
	return `${id}\n${cacheKey}\n${createHash('sha256').update(template).digest('hex')}`;
}

async function forgetOld(context: JobContext, key: string): Promise<void> {
	await context.sql.all(
		'UPDATE jobs SET idempotency_key = NULL WHERE idempotency_key = $1 AND created_at < $2',
		[key, Date.now() - cacheHours * 3_600_000],
	);
}

const baseRequest = z.object({
	name: z.string().max(255).nullish(),
	address: callableUrl.refine((url) => !/[?#]/.test(url)).nullish(),
	signing_secret: z.string().min(16).max(255).nullish(),
});

const rules: Readonly<Record<string, string>> = {
	name: 'must be a text of at most 255 characters',
	address: 'must be an http or https address without a query',
	signing_secret: 'must have 16 to 255 characters',
};

/** @throws InvalidRequestError */
function validateBase(body: unknown): NewSignedUrlBase {
	const { success, data, error } = baseRequest.safeParse(body ?? {});
	if (!success) {
		const wrong = error.issues.map((issue) => String(issue.path[0] ?? 'name'));
		throw new InvalidRequestError(
			Object.fromEntries(wrong.map((field) => [field, [`"${field}" ${rules[field]}.`]])),
		);
	}
	const { name = null, address, signing_secret: secret } = data;
	return { name, address: address ?? undefined, secret: secret ?? undefined };
}
