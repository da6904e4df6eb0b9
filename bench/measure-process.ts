import { readFileSync } from 'node:fs';

/** What a process of Linux has used so far: memory in MB, now and at most, and processor time in seconds. */
export function measureProcess(pid = 0): { now: number; most: number; busy: number } {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const megabytes = (name: string) =>
		Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	// proc(5): user and system time in ticks of 10 ms, counted from the state behind the name.
	const busy = (Number(fields[11]) + Number(fields[12])) / 100;
	return { now: megabytes('VmRSS'), most: megabytes('VmHWM'), busy };
}
