import type { NodeAPI, NodeMessage } from 'node-red';
import { addTask, type Draft, uniteDrafts } from '../shared/draft.ts';
import { findOperation, type OperationDescriptor } from '../shared/operation.ts';
import { taskParams } from '../shared/params.ts';
import { chosenService } from './config-node.ts';
import type { FamilyNode, FamilyNodeDef } from './family-node.ts';
import { fromMessage, nodeOperation, toMessage } from './node-operation.ts';
import { type Brought, readDraft, readMessage, readValue } from './read-message.ts';
import { runDraft } from './run-draft.ts';
import type { RunningJobs } from './running-jobs.ts';
import { withParameters } from './task-parameters.ts';
import { evaluateAll } from './typed-values.ts';

/**
 * The messages with which a node answers one: the message with its draft extended, or one for each file that its job
 * gave.
 * @throws FilemillError for everything that a person can put right.
 */
export async function answerMessage(
	RED: NodeAPI,
	node: FamilyNode,
	definition: FamilyNodeDef,
	message: NodeMessage,
	jobs: RunningJobs,
): Promise<NodeMessage[]> {
	const operation = findOperation(definition.operation ?? '');
	const given = definition.params ?? {};
	const values = await evaluateAll(RED, node, message, nodeOperation(operation).parameters, given);
	const newId = RED.util.generateId;
	const brought = bringFiles(operation, message, values, newId);
	const draft = addOperation(node.name, operation, brought?.draft, values, newId);

	if (!runsNow(operation, definition.run, brought?.kind)) {
		node.status({ fill: 'grey', shape: 'ring', text: RED._('status.added') });
		// Debug and Join look at the payload, so the draft is there too.
		return [{ ...message, filemill: draft, payload: draft }];
	}
	const service = chosenService(RED, definition.service);
	return jobs.run(({ signal, progress }) =>
		runDraft(RED, message, withExport(operation, draft), service.connect(signal), {
			give: definition.give ?? 'file',
			onProgress: progress,
		}),
	);
}

/** What the operation works on; an import adds its file to the draft that the message brings. */
function bringFiles(
	operation: OperationDescriptor,
	message: NodeMessage,
	values: Readonly<Record<string, unknown>>,
	newId: () => string,
): Brought | undefined {
	if (operation.name !== fromMessage && operation.input !== 'none')
		return readMessage(message, newId);

	const draft = readDraft(message);
	if (operation.name !== fromMessage) return draft && { draft, kind: 'draft' };
	const { file, filename, ...rest } = values;
	const added = readValue(file, { filename, newId, params: taskParams(operation, rest) });
	if (added.kind === 'draft' || !draft) return added;
	return { draft: uniteDrafts([draft, added.draft]), kind: 'draft' };
}

function addOperation(
	name: string | undefined,
	operation: OperationDescriptor,
	brought: Draft | undefined,
	values: Readonly<Record<string, unknown>>,
	newId: () => string,
): Draft {
	if (operation.name === fromMessage && brought) return brought;
	const { draft, params } = withParameters(brought, operation, values, newId);
	return addTask(draft, { label: name || operation.title, operation: operation.name, params });
}

/** Draft in, draft out; file in, file out; what needs neither follows its family. */
function runsNow(
	{ family }: OperationDescriptor,
	run: FamilyNodeDef['run'],
	kind: Brought['kind'] | undefined,
): boolean {
	if (family === 'export') return true;
	if (run === 'now' || run === 'draft') return run === 'now';
	return family !== 'import' && kind !== 'draft';
}

function withExport({ family, makesFiles }: OperationDescriptor, draft: Draft): Draft {
	if (family === 'export' || !makesFiles) return draft;
	return addTask(draft, { label: 'export', operation: toMessage });
}
