/** An entry of a definition list in a node's help; Node-RED's Markdown takes colons for its own. */
export function definition(term: string, type: string, description: string): string {
	return `: ${html(term)} (${type}) : ${html(description).replaceAll(':', '&#58;')}`;
}

/** Text as HTML shows it. */
export function html(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
