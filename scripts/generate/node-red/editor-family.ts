import type { NodeOperation } from '../../../nodes/node-red/node-operation.ts';
import type { Family } from '../../../operations/index.ts';

/** A family as the editor shows it: the type of its node, and its operations with the first that is chosen. */
export interface EditorFamily {
	readonly name: Family;
	readonly type: string;
	readonly operations: readonly NodeOperation[];
}
