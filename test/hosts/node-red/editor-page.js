// Runs in Node-RED's editor: what a test asks of the dialog that is open. A value is `{ type, value }` as typedInput has it.
window.FilemillTest = {
	rows: () => visibleRows().map((row) => row.dataset.parameter),
	labels: () =>
		$('.red-ui-flow-node')
			.toArray()
			.map((one) => $(one).find('.red-ui-flow-node-label').text()),
	titles: () => visibleRows().map((row) => $(row).find('label').text()),

	set(name, { type, value }) {
		const input = $(`#filemill-param-${name}`);
		input.typedInput('type', type);
		input.typedInput('value', value);
		const row = rowOf(name);
		if (type === 'str') row.find('.filemill-text').val(value);
		if (type === 'pairs') setPairs(row, JSON.parse(value));
		input.trigger('change');
	},

	get(name) {
		const input = $(`#filemill-param-${name}`);
		const type = input.typedInput('type');
		const row = rowOf(name);
		if (type === 'pairs') return { type, value: JSON.stringify(pairsOf(row)) };
		const text = row.find('.filemill-text:visible');
		return { type, value: text.length > 0 ? text.val() : input.typedInput('value') };
	},

	/** What is not to be read in full: words of labels, and chosen values. */
	cutOff: () =>
		$('.red-ui-tray label:visible, .red-ui-tray .red-ui-typedInput-option-label:visible')
			.toArray()
			.filter((one) => one.scrollWidth > one.clientWidth + 1)
			.map((one) => one.textContent.trim()),
};

function visibleRows() {
	return $('.filemill-fields, .filemill-options')
		.find('[data-parameter].form-row:visible')
		.toArray();
}

function rowOf(name) {
	return $(`[data-parameter="${name}"].form-row`);
}

function setPairs(row, pairs) {
	for (const [name, value] of Object.entries(pairs)) {
		row.find('.red-ui-editableList-addButton').trigger('click');
		const inputs = row.find('.red-ui-editableList-item-content').last();
		inputs.find('[data-key="name"]').val(name);
		inputs.find('[data-key="value"]').val(value).trigger('change');
	}
}

function pairsOf(row) {
	const rows = row.find('.red-ui-editableList-item-content').toArray();
	return Object.fromEntries(
		rows.map((one) => [
			$(one).find('[data-key="name"]').val(),
			$(one).find('[data-key="value"]').val(),
		]),
	);
}
