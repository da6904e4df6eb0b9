import type { ResultItems } from './result-items.ts';

const outputs = ['job', 'file', 'url', 'both'] as const;

/** What is to be given of a job. */
export function jobOutputOf(value: unknown): ResultItems['output'] | 'job' {
	return outputs.find((one) => one === value) ?? 'file';
}

/** Seconds to wait for the end of a job; undefined for as long as it takes. */
export function maximumWait({ maximumWait: seconds = 3600 }: Readonly<Record<string, unknown>>) {
	return Number(seconds) || undefined;
}

/** Whether a job is only to be started. */
export function onlyStarts({ wait }: Readonly<Record<string, unknown>>): boolean {
	return wait === 'no';
}
