import { findOperation, type OperationName } from '@filemill/operations';
import type { EngineInfo } from './handler.ts';
import type { Objection } from './objection.ts';

/** Engines that whoever wrote the page steers: without walls around them only where the operator says so. */
const steered: ReadonlySet<string> = new Set(['chrome']);

/** The engines that may work where there is no sandbox. */
export function withoutSteered(installed: readonly EngineInfo[]): EngineInfo[] {
	return installed.filter(({ name }) => !steered.has(name));
}

/** What stands in the way of an operation that none but such engines do. */
export function findMissingSandbox(operation: OperationName): Objection | undefined {
	const engines = findOperation(operation)?.engines ?? [];
	const every = engines.length > 0 && engines.every((engine) => steered.has(engine));
	// A command makes of any engine one that its client steers.
	if (!every && operation !== 'command') return undefined;
	return {
		parameter: 'operation',
		message:
			'must run in a sandbox, which the service cannot make on its machine; its operator may do without by FILEMILL_ALLOW_UNSANDBOXED',
	};
}
