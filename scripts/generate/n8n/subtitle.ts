import type { OperationDescriptor, Parameter } from '../../../nodes/shared/operation.ts';
import { operationTitle } from './properties.ts';

/** The expression that says below a node on the canvas what it does, such as `Recognize Text · deu, eng`. */
export function familySubtitle(operations: readonly OperationDescriptor[]): string {
	const words = operations.map(
		(operation) => `${JSON.stringify(operation.name)}: [${told(operation).join(', ')}]`,
	);
	return `={{ ({ ${words.join(', ')} }[$parameter["operation"]] || []).map((value) => [value].flat().join(", ")).filter((value) => value).join(" · ") }}`;
}

/** The title, and what tells one use of the operation from another. */
function told(operation: OperationDescriptor): string[] {
	const [first] = operation.parameters.filter(({ type }) => type !== 'tasks');
	const asked = operation.parameters.filter(isTelling);
	return [
		JSON.stringify(operationTitle(operation)),
		...asked.map(({ name }) => `$parameter[${JSON.stringify(name)}]`),
		...(first?.values && !first.required
			? [`($parameter["options"] || {})[${JSON.stringify(first.name)}]`]
			: []),
	];
}

/** What must be said and is short: addresses, texts and names of files are not. */
function isTelling({ required, type, control, name }: Parameter): boolean {
	const isShort = type === 'enum' || (type === 'string' && [undefined, 'format'].includes(control));
	return required && isShort && !['filename', 'path'].includes(name);
}
