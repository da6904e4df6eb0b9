import { type AnyOperation, describeParameters, findOperation } from '@filemill/operations';

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

/** Parameters of a task without the secret ones. */
export function withoutSecrets(
	operation: string,
	params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
	const found = findOperation(operation);
	const secrets = found ? secretParameters(found) : new Set<string>();
	return Object.fromEntries(Object.entries(params).filter(([name]) => !secrets.has(name)));
}
