/** Reads from what FFmpeg says how far it is; `report` hears whole percent. */
export function followProgress(report: (percent: number) => void): (text: string) => void {
	let duration = 0;
	return (text) => {
		for (const [, time = ''] of text.matchAll(/Duration: (\d+:\d+:[\d.]+)/g))
			duration = Math.max(duration, seconds(time));
		const time = [...text.matchAll(/\btime=(\d+:\d+:[\d.]+)/g)].at(-1)?.[1];
		if (time && duration > 0) report(Math.min(Math.round((seconds(time) / duration) * 100), 100));
	};
}

/** `00:01:05.20` is 65.2. */
function seconds(time: string): number {
	return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
