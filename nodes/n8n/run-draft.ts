import { createHash } from 'node:crypto';
import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { type JobResult, runJob } from '../shared/client.ts';
import type { Draft } from '../shared/draft.ts';
import { canonicalJson } from '../shared/json.ts';
import { fileOpener } from './open-file.ts';
import { n8nConnection } from './transport.ts';

/** A draft to be run for some items. */
export interface DraftRun {
	readonly draft: Draft;
	/** The files in memory that it refers to. */
	readonly held: IBinaryKeyData;
	readonly indexes: readonly number[];
	readonly options: Readonly<Record<string, unknown>>;
}

/** Runs a draft as one job and waits for its end. */
export function runDraft(context: IExecuteFunctions, run: DraftRun): Promise<JobResult> {
	const { tag, maximumWait = 3600 } = run.options;
	return runJob({
		...n8nConnection(context),
		draft: run.draft,
		openFile: fileOpener(context, run.held),
		idempotencyKey: idempotencyKey(context, run),
		tag: String(tag || context.getWorkflow().name || 'n8n'),
		timeoutSeconds: Number(maximumWait) || undefined,
	});
}

/** "Retry on Fail" runs the node again with the same of all these, and should get the same job. */
function idempotencyKey(context: IExecuteFunctions, { draft, indexes }: DraftRun): string {
	const { id } = context.getNode();
	const run = context.evaluateExpression('{{ $runIndex }}', indexes[0] ?? 0);
	const parts = [context.getExecutionId(), id, run, indexes, draft];
	return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}
