import { describe, expect, it } from '@jest/globals';
import { cleanLine, commandLine, shownText } from '../../../../service/engines/command/console.ts';
import { followProgress } from '../../../../service/engines/command/follow-progress.ts';

describe('the console of a command', () => {
	it('shows what a terminal would show', () => {
		expect(shownText('a\r\nframe= 1\rframe= 2\rframe= 3\nlast\r')).toBe('a\nframe= 3\nlast');
	});

	it('is cut when it is very long', () => {
		const text = shownText('ü'.repeat(200_000));

		expect(text).toHaveLength(100_000 + '\n[The rest is left out.]\n'.length);
	});

	it.each([
		['cannot open /usr/lib/x/y.so: 1/25 fps', 'cannot open …: 1/25 fps'],
		['/input/a/b.png: no such file', '/input/a/b.png: no such file'],
		["not allowed `MSL' @ error/constitute.c/IsCoderAuthorized/426.", "not allowed `MSL'"],
		['see http://example.org/a', 'see http://example.org/a'],
	])('cleans %j', (line, clean) => {
		expect(cleanLine(line)).toBe(clean);
	});

	it('repeats a command line as one would type it', () => {
		expect(commandLine('gm', ['convert', 'a b', "it's", '100x100>', '-x=1'])).toBe(
			String.raw`gm convert 'a b' 'it'\''s' '100x100>' -x=1`,
		);
	});

	it('tells how far FFmpeg is', () => {
		const heard: number[] = [];
		const follow = followProgress((percent) => heard.push(percent));

		follow('frame=1 time=00:00:01.00');
		follow('  Duration: 00:00:10.00, start: 0');
		follow('frame=1 time=00:00:01.00 bitrate=1\rframe=2 time=00:00:02.50 bitrate=1');
		follow('time=00:01:00.00');

		expect(heard).toEqual([25, 100]);
	});
});
