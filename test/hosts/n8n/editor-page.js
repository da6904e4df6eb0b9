// Runs in n8n's editor: what a test asks of the node that is open.
window.FilemillTest = {
	labels: () =>
		seen('[data-test-id="node-parameters"] [data-test-id="input-label"]').map(firstLine),

	options: () =>
		all('[data-test-id="collection-parameter-option"]').map((one) => one.textContent.trim()),

	nodeTexts: () => all('[data-node-type^="@filemill"]').map((one) => lines(one).join('\n')),

	/** What a field holds: what is typed in, or the words of what is chosen. */
	value(path) {
		const field = document.querySelector(`[data-parameter-path="${path}"]`);
		const input = field?.querySelector('input, textarea');
		return (
			input?.value ||
			field?.querySelector('.el-select__selected-item, .el-input__inner')?.textContent
		);
	},

	/** The choice of those words in the list that is open. */
	choice: (words) =>
		seen(
			'[data-test-id="parameter-input-item"], [data-test-id="collection-parameter-option"]',
		).find((one) => firstLine(one) === words),

	/** Labels that are not to be read in full. */
	cutOff: () =>
		seen('[data-test-id="node-parameters"] [data-test-id="input-label"] span')
			.filter(
				(one) =>
					one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden',
			)
			.map((one) => one.textContent.trim()),
};

function all(selector) {
	return [...document.querySelectorAll(selector)];
}

function seen(selector) {
	return all(selector).filter((one) => one.checkVisibility());
}

function firstLine(element) {
	return lines(element)[0];
}

function lines(element) {
	// biome-ignore lint/performance/useDomNodeTextContent: only what is seen has lines
	const texts = element.innerText.split('\n').map((one) => one.trim());
	return texts.filter((one) => one !== '');
}
