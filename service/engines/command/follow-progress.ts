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
		const done = secondsDone(text);
		if (done !== undefined && duration > 0)
			report(Math.min(Math.round((done / duration) * 100), 100));
	};
}

/** How many seconds FFmpeg says that it has written; undefined where it says nothing of that. */
export function secondsDone(text: string): number | undefined {
	const time = [...text.matchAll(/\btime=(\d+:\d+:[\d.]+)/g)].at(-1)?.[1];
	return time === undefined ? undefined : secondsOf(time);
}
