/**
 * The edit dialog of the Filemill nodes: draws the fields of the chosen operation from its schema, keeps what was
 * typed in as `node.params` (`{ name: { type, value } }`), and says which values are missing or out of bounds.
 * The editor loads all scripts in any order, so the others are looked up only when a dialog opens.
 */
window.FilemillEditor = (() => {
	/** The values in the dialog that is open, of all operations that were chosen in it. */
	let values = {};

	/** Fills the dialog; `operations` maps the name of each operation to its list of parameters. */
	function prepare(node, operations) {
		const select = $('#node-input-operation');
		for (const name of Object.keys(operations)) {
			select.append(
				$('<option>')
					.val(name)
					.text(FilemillFields.text(node, name, 'title')),
			);
		}
		select.val(operations[node.operation] ? node.operation : Object.keys(operations)[0]);
		select.closest('.form-row').toggle(Object.keys(operations).length > 1);

		values = { ...node.params };
		select.on('change', () => {
			collect();
			draw(node, operations);
		});
		draw(node, operations);
	}

	/** Takes the fields over into the node; values of other operations are dropped. */
	function save(node, operations) {
		collect();
		const operation = $('#node-input-operation').val();
		const secrets = {};
		node.params = {};
		for (const parameter of operations[operation]) {
			const given = values[parameter.name];
			if (
				!given ||
				!FilemillFields.isShown(parameter, values) ||
				FilemillFields.isDefault(parameter, given)
			)
				continue;
			node.params[parameter.name] = given.type === 'cred' ? { type: 'cred', value: '' } : given;
			if (given.type === 'cred') secrets[parameter.name] = given.value;
		}
		$('.filemill-secret').each((_, input) => {
			$(input).val(secrets[$(input).attr('data-parameter')] ?? '');
		});
	}

	/** True, or what is wrong with the values in the words of the editor's language. */
	function validate(node, operations, params) {
		const parameters = operations[node.operation] ?? [];
		const wrong = parameters
			.map((parameter) => FilemillFields.problem(node, parameter, params?.[parameter.name]))
			.find((message) => message);
		return wrong ?? true;
	}

	/** What the node is called on the canvas: its name, else its operation. */
	function label(node, operations) {
		if (node.name) return node.name;
		return operations[node.operation]
			? FilemillFields.text(node, node.operation, 'title')
			: node.type;
	}

	function draw(node, operations) {
		const operation = $('#node-input-operation').val();
		const parameters = operations[operation];
		const fields = $('.filemill-fields').empty();
		const options = $('.filemill-options').empty();
		for (const parameter of parameters) {
			const at = FilemillFields.isMain(parameter) ? fields : options;
			at.append(row(node, operation, parameter, () => refresh(parameters)));
		}
		$('.filemill-summary').text(FilemillFields.text(node, operation, 'summary'));

		const optional = parameters.filter((one) => !FilemillFields.isMain(one));
		const inUse = optional.some((one) => !FilemillFields.isDefault(one, values[one.name] ?? {}));
		const toggle = $('.filemill-toggle').off('click');
		toggle.closest('.form-row').toggle(optional.length > 0);
		const open = (shown) => {
			options.toggle(shown);
			toggle.attr('aria-expanded', String(shown));
			toggle.find('i').attr('class', shown ? 'fa fa-angle-down' : 'fa fa-angle-right');
		};
		toggle.on('click', (event) => {
			event.preventDefault();
			open(toggle.attr('aria-expanded') !== 'true');
		});
		open(inUse);
		refresh(parameters);
	}

	function row(node, operation, parameter, changed) {
		const path = `params.${parameter.name}`;
		const id = `filemill-param-${parameter.name}`;
		const given = values[parameter.name] ?? FilemillFields.initial(parameter);
		const input = $('<input type="text" style="width: 70%">').attr('id', id);
		const description = FilemillFields.text(node, operation, `${path}.description`);
		const line = $('<div class="form-row">')
			.attr('data-parameter', parameter.name)
			.append(
				$('<label>')
					.attr({ for: id, title: description })
					.text(FilemillFields.text(node, operation, `${path}.title`)),
				' ',
				input,
			);
		if (parameter.placeholder) input.attr('placeholder', parameter.placeholder);

		input.typedInput({
			types: FilemillFields.typesOf(node, operation, parameter),
			default: given.type,
		});
		input.typedInput('type', given.type);
		input.typedInput('value', given.type === 'cred' ? secretOf(parameter) : given.value);
		line.attr('title', description);
		if (parameter.control === 'multiline') addTextArea(line, input, given);
		if (parameter.type === 'dictionary') addPairs(line, input, parameter, given, changed);
		input.on('change', changed);
		return line;
	}

	// An input of one line would drop the line breaks, so text is typed into an area of its own.
	function addTextArea(line, input, given) {
		const area = $(
			'<textarea class="filemill-text" rows="6" style="width: 70%; margin-left: 105px">',
		);
		area.val(given.type === 'str' ? given.value : '').appendTo(line);
		const show = () => area.toggle(input.typedInput('type') === 'str');
		input.on('change', show);
		show();
	}

	function addPairs(line, input, { placeholder }, { type, value }, changed) {
		const pairs = type === 'pairs' ? value : '{}';
		FilemillPairs.add(line, input, { value: pairs, placeholder, changed });
	}

	function collect() {
		$('.filemill-fields, .filemill-options')
			.find('[data-parameter]')
			.each((_, element) => {
				const name = $(element).attr('data-parameter');
				const input = $(element).find(`#filemill-param-${name}`);
				const type = input.typedInput('type');
				const area = $(element).find('.filemill-text');
				const value = type === 'str' && area.length > 0 ? area.val() : input.typedInput('value');
				values[name] = { type, value: type === 'pairs' ? FilemillPairs.read($(element)) : value };
			});
	}

	function refresh(parameters) {
		const current = { ...values };
		for (const { name } of parameters) {
			const input = $(`#filemill-param-${name}`);
			if (input.length > 0)
				current[name] = { type: input.typedInput('type'), value: input.typedInput('value') };
		}
		for (const parameter of parameters) {
			$(`[data-parameter="${parameter.name}"].form-row`).toggle(
				FilemillFields.isShown(parameter, current),
			);
		}
	}

	function secretOf({ name }) {
		return $(`#node-input-secret_${name}`).val();
	}

	return { prepare, save, validate, label };
})();
