import { findOperation } from '@filemill/operations';
import { archivers } from './archivetool/formats.ts';

/** The engines that can do what a task asks, installed or not, the default first. */
export function ableEngines(operation: string, output_format: unknown): readonly string[] {
	if (operation === 'archive') return archivers[String(output_format)] ?? [];
	return findOperation(operation)?.engines ?? [];
}
