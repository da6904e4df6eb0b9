/**
 * What a field of the edit dialog may hold: its kinds of value, its first value, when it is shown, and what is wrong
 * with a value. A value is `{ type, value }` as Node-RED's typedInput gives it.
 */
window.FilemillFields = (() => {
	const dynamicTypes = ['msg', 'flow', 'global', 'env', 'jsonata'];

	function typesOf(node, operation, parameter) {
		const others = dynamicTypes.filter((type) => parameter.types?.includes(type) ?? true);
		return [...literalTypes(node, operation, parameter), ...others];
	}

	function literalTypes(node, operation, parameter) {
		const secret = parameter.secret ? ['cred'] : [];
		switch (parameter.type) {
			case 'content':
				return [];
			case 'json':
				return ['json'];
			case 'boolean':
				return ['bool'];
			case 'integer':
			case 'number':
				return [numberType(node, parameter)];
			case 'enum':
				return [choiceType(node, operation, parameter)];
			case 'dictionary':
				return [pairsType(node), 'json', ...secret];
			case 'strings':
				return [listType(node, operation, parameter), 'json'];
			default:
				if (parameter.control === 'multiline') return [textType(node)];
				return [...secret, 'str'];
		}
	}

	function numberType(node, parameter) {
		return {
			value: 'num',
			label: node._('type.number'),
			icon: 'red/images/typedInput/09.svg',
			validate: (value) => !numberProblem(parameter, value),
		};
	}

	function choiceType(node, operation, parameter) {
		const options = optionsOf(node, operation, parameter);
		if (!parameter.required && parameter.default === undefined)
			options.unshift({ value: '', label: node._('type.unset') });
		return { value: 'str', label: node._('type.choice'), icon: 'fa fa-list', options };
	}

	function optionsOf(node, operation, parameter) {
		return parameter.values.map((value) => ({
			value,
			label: text(node, operation, `params.${parameter.name}.values.${value.replaceAll('.', '_')}`),
		}));
	}

	/** A list whose values are known is picked from a menu; any other list is typed with commas. */
	function listType(node, operation, parameter) {
		if (!parameter.values)
			return { value: 'str', label: node._('type.list'), icon: 'fa fa-ellipsis-h' };
		const options = optionsOf(node, operation, parameter);
		return {
			value: 'str',
			label: node._('type.choice'),
			icon: 'fa fa-list',
			multiple: true,
			options: options.sort((a, b) => a.label.localeCompare(b.label)),
		};
	}

	function pairsType(node) {
		return { value: 'pairs', label: node._('type.pairs'), icon: 'fa fa-th-list', hasValue: false };
	}

	function textType(node) {
		return { value: 'str', label: node._('type.text'), icon: 'fa fa-align-left', hasValue: false };
	}

	function initial(parameter) {
		if (parameter.initial) return parameter.initial;
		const value = parameter.default ?? (parameter.values?.length === 1 ? parameter.values[0] : '');
		if (parameter.type === 'boolean') return { type: 'bool', value: String(value || false) };
		if (parameter.type === 'integer' || parameter.type === 'number')
			return { type: 'num', value: String(value) };
		if (parameter.type === 'dictionary') return { type: 'pairs', value: '{}' };
		if (parameter.secret) return { type: 'cred', value: '' };
		return { type: 'str', value: [value].flat().join(',') };
	}

	function isDefault(parameter, given) {
		if (given.type === undefined || isMain(parameter)) return given.type === undefined;
		const { type, value } = initial(parameter);
		return given.type === type && given.value === value;
	}

	/** Whether a field stands at the top, not among the options. */
	function isMain(parameter) {
		return parameter.required || parameter.initial !== undefined;
	}

	/** A field with conditions is shown when each format it depends on is one of those, or is known only at run time. */
	function isShown(parameter, current) {
		return Object.entries(parameter.showFor ?? {}).every(([name, formats]) => {
			const given = current[name];
			if (name === 'input_format' && !given?.value) return true;
			return (
				given &&
				(given.type === 'str' ? formats.includes(String(given.value).trim().toLowerCase()) : true)
			);
		});
	}

	function problem(node, parameter, given) {
		const title = text(node, node.operation, `params.${parameter.name}.title`);
		const isEmpty = ['', ...(parameter.type === 'dictionary' ? ['{}'] : [])].includes(given?.value);
		const missing = given ? isEmpty && given.type !== 'cred' : !parameter.initial;
		if (parameter.required && missing) return node._('invalid.required', { title });
		if (given?.type !== 'num') return undefined;
		const bound = numberProblem(parameter, given.value);
		return bound && node._(`invalid.${bound}`, { title, ...parameter });
	}

	function numberProblem(parameter, value) {
		if (value === '') return parameter.required ? 'number' : undefined;
		const number = Number(value);
		if (Number.isNaN(number)) return 'number';
		if (parameter.type === 'integer' && !Number.isInteger(number)) return 'integer';
		if (number < parameter.minimum) return 'minimum';
		return number > parameter.maximum ? 'maximum' : undefined;
	}

	function text(node, operation, path) {
		return node._(`operations.${operation}.${path}`);
	}

	return { typesOf, initial, isDefault, isMain, isShown, problem, text };
})();
