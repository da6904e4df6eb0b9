const maxCharacters = 100_000;

/** What a program wrote to the console as a terminal would show it, cut when it is very long. */
export function shownText(text: string): string {
	// What is written over is gone, as the progress of FFmpeg.
	const shown = text
		.replaceAll('\r\n', '\n')
		.split('\n')
		.map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).trimEnd())
		.join('\n');
	if (shown.length <= maxCharacters) return shown;
	return `${shown.slice(0, maxCharacters).toWellFormed()}\n[The rest is left out.]\n`;
}

/** The lines that say something. */
export function linesOf(text: string): string[] {
	return shownText(text)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
}

/** A line for a client: no path but those below `/input/` and `/output/`, no place in a program's source, not too long. */
export function cleanLine(line: string): string {
	return line
		.replace(/ @ [a-z]+\/\S+$/, '')
		.replaceAll(/(?<![\w./])\/(?!input\/|output\/)[\w.@+-]+(?:\/[\w.@+-]*)+/g, '…')
		.slice(0, 300)
		.toWellFormed();
}

/** A command line as one would type it. */
export function commandLine(command: string, args: readonly string[]): string {
	return [command, ...args.map(quoted)].join(' ');
}

function quoted(text: string): string {
	if (/^[\w@%+=:,./-]+$/u.test(text)) return text;
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
