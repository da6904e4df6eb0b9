import type { NodeParameter } from '../../../nodes/node-red/node-operation.ts';
import type { TypedValue } from '../../../nodes/node-red/typed-values.ts';

/** A value that a person could fill in and that is not the one a field begins with. */
export function otherValue(parameter: NodeParameter): TypedValue {
	const { type, values, control, secret, minimum = 0, maximum = 1000 } = parameter;
	switch (type) {
		case 'content':
			return { type: 'msg', value: 'other' };
		case 'boolean':
			return { type: 'bool', value: String(!parameter.default) };
		case 'integer':
		case 'number':
			return { type: 'num', value: String(parameter.default === maximum ? minimum : maximum) };
		case 'enum':
			return {
				type: 'str',
				value: values?.findLast((one) => one.value !== parameter.default)?.value ?? '',
			};
		case 'strings':
			return { type: 'str', value: values ? (values.at(-1)?.value ?? '') : 'one,two' };
		case 'dictionary':
			return { type: 'pairs', value: '{"Author":"Mill"}' };
		case 'task':
			return { type: 'msg', value: `files.${parameter.name}` };
		default:
			if (control === 'multiline') return { type: 'str', value: 'First line\nSecond line' };
			return secret ? { type: 'cred', value: 'hidden' } : { type: 'str', value: 'other' };
	}
}
