import type { Word } from '@filemill/operations';

/**
 * The words as a program gets them: one with an unquoted `*` or `?` below `/input/` becomes the paths that it fits, in
 * the order of their characters; where it fits none it stays as it is, as in a shell.
 */
export function expandWildcards(words: readonly Word[], paths: readonly string[]): string[] {
	return words.flatMap((word) => {
		if (word.wild.length === 0 || !word.text.startsWith('/input/')) return [word.text];
		const fitting = paths.filter((path) => fits(path, word)).sort();
		return fitting.length > 0 ? fitting : [word.text];
	});
}

/** Whether a path fits a pattern of which every `*` and `?` is a wildcard; none stands for a slash. */
export function fitsWildcards(path: string, pattern: string): boolean {
	const wild = [...pattern.matchAll(/[*?]/g)].map(({ index }) => index);
	return fits(path, { text: pattern, wild });
}

/** Whether a path fits a pattern, in time that grows with the product of their lengths and no faster. */
function fits(path: string, { text: pattern, wild }: Word): boolean {
	const isWild = new Set(wild);
	const is = (index: number, character: string) =>
		isWild.has(index) && pattern[index] === character;
	let at = 0;
	let star = -1;
	let resume = 0;
	for (let index = 0; index < path.length; ) {
		if (is(at, '*')) {
			star = at++;
			resume = index;
		} else if (is(at, '?') ? path[index] !== '/' : pattern[at] === path[index]) {
			at++;
			index++;
		} else if (star >= 0 && path[resume] !== '/') {
			// The last star takes one character more; no star takes a slash.
			index = ++resume;
			at = star + 1;
		} else return false;
	}
	while (is(at, '*')) at++;
	return at === pattern.length;
}
