import { EngineError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { runProgram } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { type FontWish, fontWish } from './fonts.ts';

/** A font of the machine. */
export interface InstalledFont {
	readonly file: string;
	/** Which of a collection of fonts. */
	readonly postscriptName: string | undefined;
	/** As people call it: "Liberation Sans Bold". */
	readonly name: string;
}

/**
 * The installed font that stands for one that was asked for: one that has the letters of the text, and of those the
 * most alike.
 * @throws EngineError when there is none at all.
 */
export async function findFont(
	sandbox: Sandbox,
	asked: Parameters<typeof fontWish>[0],
	text: string,
	{ workspace, signal }: Pick<FileTask, 'workspace' | 'signal'>,
): Promise<InstalledFont> {
	const { stdout } = await runProgram(sandbox, {
		path: '/usr/bin/fc-match',
		args: [
			'--sort',
			'--format=%{file}\\t%{postscriptname}\\t%{family[0]}\\t%{style[0]}\\n',
			pattern(fontWish(asked), text),
		],
		workspace,
		signal,
	});
	const fonts = stdout.split('\n').map((line) => line.split('\t'));
	// Fonts elsewhere are not seen by what draws them, and it reads no other kinds.
	const found = fonts.find(([file = '']) => /^\/usr\/.*\.(?:ttf|otf|ttc)$/i.test(file));
	const [file, postscriptName = '', family = '', style = ''] = found ?? [];
	if (!file)
		throw new EngineError(
			'pdf-lib',
			'needs a font for the text: install the packages fontconfig and fonts-liberation.',
			{ code: 'ENGINE_MISSING' },
		);
	const name = `${family} ${style.replace(/^(?:Regular|Book|Roman|Normal)$/, '')}`.trim();
	const isCollection = /\.ttc$/i.test(file);
	return { file, postscriptName: isCollection ? postscriptName : undefined, name };
}

/** Fontconfig looks at letters before it looks at families. */
function pattern({ families, bold, italic }: FontWish, text: string): string {
	const letters = new Set([...text].filter((letter) => /[^\s\p{C}]/u.test(letter)));
	const codes = [...letters].map((letter) => (letter.codePointAt(0) ?? 0).toString(16));
	return [
		families.join(','),
		`weight=${bold ? 200 : 80}`,
		`slant=${italic ? 100 : 0}`,
		'variable=false',
		'scalable=true',
		...(codes.length > 0 ? [`charset=${codes.join(' ')}`] : []),
	].join(':');
}
