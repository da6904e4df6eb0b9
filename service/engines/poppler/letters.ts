import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileTask } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** How often each letter occurs in the text of a PDF; undefined where Poppler is not installed or cannot read it. */
export async function countLetters(
	sandbox: Sandbox,
	file: string,
	{ workspace, signal }: FileTask,
): Promise<ReadonlyMap<string, number> | undefined> {
	const text = path.join(workspace.tmp, 'letters.txt');
	const [source, target] = [file, text].map((one) =>
		sandbox.visible(one, workspaceMounts(workspace)),
	);
	const { exitCode } = await runProgram(sandbox, {
		path: '/usr/bin/pdftotext',
		args: ['-enc', 'UTF-8', '-q', source ?? '', target ?? ''],
		workspace,
		signal,
	});
	if (exitCode !== 0) return undefined;
	const letters = new Map<string, number>();
	// Compatibility forms: "ﬁ" is "fi".
	for (const letter of (await readFile(text, 'utf8')).normalize('NFKC'))
		if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(letter)) letters.set(letter, (letters.get(letter) ?? 0) + 1);
	return letters;
}

/** Whether a text has all letters of another; soft hyphens and the like are no letters. */
export function keepsLetters(
	before: ReadonlyMap<string, number>,
	after: ReadonlyMap<string, number>,
): boolean {
	return [...before].every(([letter, count]) => (after.get(letter) ?? 0) >= count);
}
