import type { PlainOperation } from '../../../nodes/node-red/job-operations.ts';
import type { Family } from '../../../operations/index.ts';

/**
 * A family, or what else makes a node, as the editor shows it: the type of the node, and its operations with the first
 * that is chosen.
 */
export interface EditorFamily {
	readonly name: Family | 'job' | 'trigger';
	readonly type: string;
	readonly operations: readonly PlainOperation[];
}
