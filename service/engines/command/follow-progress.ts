import { secondsOf } from '../ffmpeg/seconds.ts';

/**
 * Reads from what FFmpeg says how far it is; `report` hears whole percent. Where it is not said how many seconds there
 * will be, they are those of the longest input.
 */
export function followProgress(
	report: (percent: number) => void,
	seconds?: number,
): (text: string) => void {
	let longest = 0;
	return (text) => {
		for (const [, time = ''] of text.matchAll(/Duration: (\d+:\d+:[\d.]+)/g))
			longest = Math.max(longest, secondsOf(time));
		const duration = seconds ?? longest;
		const time = [...text.matchAll(/\btime=(\d+:\d+:[\d.]+)/g)].at(-1)?.[1];
		if (time && duration > 0) report(Math.min(Math.round((secondsOf(time) / duration) * 100), 100));
	};
}
