import { splitArguments } from '@filemill/operations';
import { describe, expect, it } from '@jest/globals';
import { execa } from 'execa';

const texts = (line: string) => splitArguments(line).map(({ text }) => text);

describe('splitArguments', () => {
	it.each([
		'a  b\tc   d',
		`'one word' "two words" th"re"e''`,
		String.raw`a\ b "c\"d\e\\" 'f\g' \\`,
		'join\\\ned "li\\\nnes"',
		`'' "" x`,
		'"[0:v]scale=1:2;[1:v]null" \\( -clone 0 \\) 100x100\\>',
		'ünïcode "中文 😀"',
	])('splits %j as a shell does', async (line) => {
		const { stdout } = await execa('/bin/sh', ['-c', `printf '%s\\0' ${line}`], {
			stripFinalNewline: false,
		});

		expect(texts(line)).toEqual(stdout.split('\0').slice(0, -1));
	});

	it('gives no meaning to what only a shell knows inside a word', () => {
		expect(texts('$HOME `id` $(id) a;b a&b 100x100> ~ {a,b} #c')).toEqual(
			'$HOME `id` $(id) a;b a&b 100x100> ~ {a,b} #c'.split(' '),
		);
	});

	it('knows the wildcards that are not quoted', () => {
		expect(splitArguments(`a*b? "*" '?' \\* "x"*`).map(({ wild }) => wild)).toEqual([
			[1, 3],
			[],
			[],
			[],
			[1],
		]);
	});

	it.each(['a "b', "a 'b", 'a\\', 'a | b', 'a > b', 'a && b', 'a 2>&1', 'a ; b'])(
		'refuses %j',
		(line) => {
			expect(() => splitArguments(line)).toThrow(
				expect.objectContaining({ name: 'ArgumentsFault' }),
			);
		},
	);
});
