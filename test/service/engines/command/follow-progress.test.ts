import { describe, expect, it } from '@jest/globals';
import { followProgress } from '../../../../service/engines/command/follow-progress.ts';

/** What is reported while FFmpeg says something. */
function heard(said: readonly string[], seconds?: number): number[] {
	const percents: number[] = [];
	const listen = followProgress((percent) => percents.push(percent), seconds);
	for (const text of said) listen(text);
	return percents;
}

describe('followProgress', () => {
	it('compares the time with the longest input', () => {
		const inputs = '  Duration: 00:00:10.00, start\n  Duration: 00:01:40.00, start\n';

		expect(heard([inputs, 'frame= 1 time=00:00:25.00 x\rframe= 2 time=00:00:50.00 x'])).toEqual([
			50,
		]);
	});

	it('compares it with the seconds that there will be, and passes no hundred', () => {
		const said = ['  Duration: 00:01:40.00,', 'time=00:00:02.00', 'time=00:00:04.10'];

		expect(heard(said, 4)).toEqual([50, 100]);
	});

	it('says nothing where there is no time', () => {
		expect(heard(['  Duration: N/A, bitrate: N/A', 'time=00:00:02.00', 'time=N/A'])).toEqual([]);
	});
});
