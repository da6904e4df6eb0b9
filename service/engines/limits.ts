/** What a program may use at most; absent means without limit. */
export interface Limits {
	readonly cpuSeconds?: number | undefined;
	/** Bytes of the largest file it may write. */
	readonly fileBytes?: number | undefined;
	readonly openFiles?: number | undefined;
	/** Processes and threads. */
	readonly processes?: number | undefined;
	/** Bytes of address space; V8 and Chromium reserve far more than they use and cannot bear it. */
	readonly addressBytes?: number | undefined;
	/** Bytes of memory that it may write to, reserved address space not counted. */
	readonly dataBytes?: number | undefined;
}

const gibibyte = 1024 ** 3;

/** For a program that runs for one file and ends. */
export const shortLived: Limits = {
	cpuSeconds: 18_000,
	fileBytes: 8 * gibibyte,
	openFiles: 1024,
	processes: 128,
	addressBytes: 6 * gibibyte,
};

/** For a worker that serves many files: its processor time adds up. */
export const longLived: Limits = { ...shortLived, cpuSeconds: undefined, processes: 256 };

const flags = {
	cpuSeconds: 'cpu',
	fileBytes: 'fsize',
	openFiles: 'nofile',
	processes: 'nproc',
	addressBytes: 'as',
	dataBytes: 'data',
} as const;

/** The words before a program's own that set its limits; none where there are no limits. */
export function limitArguments(limits: Limits): string[] {
	const set = (
		['cpuSeconds', 'fileBytes', 'openFiles', 'processes', 'addressBytes', 'dataBytes'] as const
	)
		.filter((key) => limits[key] !== undefined)
		.map((key) => `--${flags[key]}=${limits[key]}`);
	return set.length ? ['/usr/bin/prlimit', '--core=0', ...set, '--'] : [];
}
