/** `00:01:05.2` and `65.2` are 65.2; NaN where it is no time. */
export function secondsOf(time: string): number {
	return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
