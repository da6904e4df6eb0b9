/** A list of names and values in the edit dialog: what Node-RED's own nodes show for maps, such as headers. */
window.FilemillPairs = (() => {
	/** Adds the list below a field whose kind of value is `pairs`; `value` is the map as JSON. */
	function add(line, input, { value, placeholder, changed }) {
		const list = $('<ol class="filemill-pairs">');
		const box = $('<div style="margin: 8px 0 0 105px; width: 70%">').append(list).appendTo(line);
		list.editableList({
			height: 'auto',
			removable: true,
			sortable: true,
			addItem: (row, _, pair) => addRow(row, pair, placeholder, changed),
			removeItem: changed,
		});
		for (const [name, one] of Object.entries(parse(value)))
			list.editableList('addItem', { name, value: String(one) });
		const show = () => box.toggle(input.typedInput('type') === 'pairs');
		input.on('change', show);
		show();
	}

	function addRow(row, { name = '', value = '' }, placeholder, changed) {
		row.css({ display: 'flex', gap: '6px' });
		for (const [key, text, hint] of [
			['name', name, placeholder],
			['value', value, ''],
		])
			$('<input type="text" style="flex: 1; min-width: 0">')
				.attr({ 'data-key': key, placeholder: hint ?? '' })
				.val(text)
				.on('change', changed)
				.appendTo(row);
	}

	/** The map as JSON; of two rows with a name, the last counts, and rows without one do not. */
	function read(line) {
		const rows = line
			.find('.filemill-pairs')
			.editableList('items')
			.toArray()
			.map((row) => ['name', 'value'].map((key) => row.find(`[data-key="${key}"]`).val()))
			.map(([name, value]) => [name.trim(), value]);
		return JSON.stringify(Object.fromEntries(rows.filter(([name]) => name !== '')));
	}

	function parse(text) {
		try {
			return Object(JSON.parse(text));
		} catch {
			return {};
		}
	}

	return { add, read };
})();
