import { createHash } from 'node:crypto';
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { type JobRequest, type JobResult, runJob, startJob } from '../shared/client.ts';
import type { Draft } from '../shared/draft.ts';
import type { Job } from '../shared/job.ts';
import { canonicalJson, type JsonObject } from '../shared/json.ts';
import { fileOpener } from './open-file.ts';
import { maximumWait } from './result-options.ts';
import { type Content, n8nConnection } from './transport.ts';

/** A draft to be run for some items. */
export interface DraftRun {
	readonly draft: Draft;
	/** The files in memory that it refers to. */
	readonly held: IBinaryKeyData;
	readonly indexes: readonly number[];
	readonly options: Readonly<Record<string, unknown>>;
	/** Further keys of the request. */
	readonly more?: JsonObject;
}

/** Runs a draft as one job and waits for its end. */
export function runDraft(context: IExecuteFunctions, run: DraftRun): Promise<JobResult> {
	return runJob(jobRequest(context, run));
}

/** Starts a draft as one job, and does not wait for it. */
export function startDraft(context: IExecuteFunctions, run: DraftRun): Promise<Job> {
	return startJob(jobRequest(context, run));
}

function jobRequest(context: IExecuteFunctions, run: DraftRun): JobRequest<Content> {
	return {
		...n8nConnection(context),
		draft: run.draft,
		openFile: fileOpener(context, run.held),
		idempotencyKey: idempotencyKey(context, run),
		tag: String(run.options.tag || context.getWorkflow().name || 'n8n'),
		more: run.more,
		timeoutSeconds: maximumWait(run.options),
	};
}

/** "Retry on Fail" runs the node again with the same of all these, and should get the same job. */
function idempotencyKey(context: IExecuteFunctions, { draft, indexes, more }: DraftRun): string {
	const { id } = context.getNode();
	const run = context.evaluateExpression('{{ $runIndex }}', indexes[0] ?? 0);
	const parts = [context.getExecutionId(), id, run, indexes, draft, more];
	return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}
