import { type AnyOperation, describeParameters } from '@filemill/operations';

const known = new Map<string, ReadonlySet<string>>();

/** Names of the parameters of an operation that are never repeated in answers, logs or events. */
export function secretParameters(operation: AnyOperation): ReadonlySet<string> {
	let names = known.get(operation.name);
	if (!names) {
		const secret = describeParameters(operation).filter((parameter) => parameter.secret);
		names = new Set(secret.map((parameter) => parameter.name));
		known.set(operation.name, names);
	}
	return names;
}
