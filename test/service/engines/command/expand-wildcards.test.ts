import { splitArguments } from '@filemill/operations';
import { describe, expect, it } from '@jest/globals';
import { expandWildcards } from '../../../../service/engines/command/expand-wildcards.ts';

const paths = ['/input/b/two.png', '/input/a/one.png', '/input/a/one.jpg', '/input/a/o(1)[x].png'];
const expand = (line: string) => expandWildcards(splitArguments(line), paths);

describe('expandWildcards', () => {
	it.each([
		['/input/a/*.png', ['/input/a/o(1)[x].png', '/input/a/one.png']],
		['/input/*/*.png', ['/input/a/o(1)[x].png', '/input/a/one.png', '/input/b/two.png']],
		['/input/?/on?.*g', ['/input/a/one.jpg', '/input/a/one.png']],
		['/input/*', ['/input/*']],
		['"/input/a/*.png"', ['/input/a/*.png']],
		['/input/a/none*', ['/input/a/none*']],
		['/etc/*', ['/etc/*']],
		['*.png', ['*.png']],
		['"/input/a/o(1)[x]".*', ['/input/a/o(1)[x].png']],
	])('makes of %s %j', (line, words) => {
		expect(expand(line)).toEqual(words);
	});

	it('ends soon on patterns that are made to take long', () => {
		const words = splitArguments(`/input/a/${'*a'.repeat(2000)}b`);
		const long = [`/input/a/${'a'.repeat(255)}`];

		expect(expandWildcards(words, long)).toEqual([words[0]?.text]);
	});
});
