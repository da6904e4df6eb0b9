import type { Params } from '@filemill/operations';
import { InvalidOptionError } from '../../errors.ts';
import { secondsOf } from './seconds.ts';

/** The part of an input that is wanted, in seconds. */
export interface Trim {
	readonly start: number;
	readonly length: number | undefined;
	/** Options before the input: where it begins. */
	readonly from: readonly string[];
	/** Options of what is read or written: how long it is. */
	readonly long: readonly string[];
}

/**
 * The part that a client asks for.
 * @throws InvalidOptionError when there is nothing in it.
 */
export function trim(
	{ trim_start, trim_end }: Pick<Params<'convert'>, 'trim_start' | 'trim_end'>,
	duration: number | undefined,
): Trim {
	const start = trim_start === undefined ? 0 : secondsOf(trim_start);
	const end = trim_end === undefined ? undefined : secondsOf(trim_end);
	if (duration !== undefined && start >= duration)
		throw new InvalidOptionError(
			'trim_start',
			trim_start,
			`the file ends after ${Math.round(duration * 1000) / 1000} seconds`,
		);
	if (end !== undefined && end <= start)
		throw new InvalidOptionError('trim_end', trim_end, 'it must be later than "trim_start"');
	const until = end === undefined ? duration : Math.min(end, duration ?? end);
	return {
		start,
		length: until === undefined ? undefined : until - start,
		from: start > 0 ? ['-ss', `${start}`] : [],
		long: end === undefined ? [] : ['-t', `${end - start}`],
	};
}

/** Whether nothing is cut off. */
export function isWhole({ from, long }: Trim): boolean {
	return from.length + long.length === 0;
}
