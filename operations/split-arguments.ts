/** One argument of a line: its text, and the places in it of `*` and `?` that were not quoted. */
export interface Word {
	readonly text: string;
	readonly wild: readonly number[];
}

/** An argument line that cannot be split; the message goes on after the parameter's name. */
export class ArgumentsFault extends Error {
	override readonly name = 'ArgumentsFault';
}

/**
 * Splits an argument line as a POSIX shell splits words (Shell Command Language, 2.2): spaces part them, quotes and
 * backslashes keep them together. Nothing is expanded, and nothing else of a shell means anything.
 * @throws ArgumentsFault for a quote that does not end, and where somebody expects a shell.
 */
export function splitArguments(line: string): Word[] {
	const words: Word[] = [];
	// A quoted piece, an escaped character, a run of spaces, or one plain character.
	const pieces = line.matchAll(
		/'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<space>\s+)|(?<plain>.)/gsu,
	);
	let word: { text: string; wild: number[]; quoted: boolean } | undefined;
	const end = () => {
		if (!word) return;
		if (!word.quoted && operators.has(word.text))
			throw new ArgumentsFault(
				`has a "${word.text}" that only a shell knows, and there is none: set "capture_output" for what the command says, and use a task for each command`,
			);
		words.push({ text: word.text, wild: word.wild });
		word = undefined;
	};
	for (const { groups = {} } of pieces) {
		const { single, double, escaped, space, plain } = groups;
		if (space !== undefined) {
			end();
			continue;
		}
		// A backslash before the end of a line joins it with the next.
		if (escaped === '\n') continue;
		word ??= { text: '', wild: [], quoted: false };
		if (plain === undefined) {
			word.quoted = true;
			word.text += single ?? escaped ?? double?.replaceAll(/\\(["\\$`\n])/g, unescaped) ?? '';
			continue;
		}
		if (plain === '"' || plain === "'")
			throw new ArgumentsFault(`has a ${plain} without its counterpart`);
		if (plain === '\\') throw new ArgumentsFault('ends with a backslash');
		if (plain === '*' || plain === '?') word.wild.push(word.text.length);
		word.text += plain;
	}
	end();
	return words;
}

const operators = new Set('| || & && ; > >> < << 2> 2>> 2>&1 &> |&'.split(' '));

/** Between double quotes a backslash escapes only these (2.2.3). */
function unescaped(_: string, character: string): string {
	return character === '\n' ? '' : character;
}
