/** What optimizing a file came to, as every engine reports it. */
export function savings(
	before: number,
	after: number,
	{ kept, done }: { readonly kept: boolean; readonly done: readonly string[] },
) {
	return {
		bytes_before: before,
		bytes_after: after,
		saved_percent: Math.round((1 - after / before) * 1000) / 10,
		kept_input: kept,
		done: kept ? [] : done,
	};
}
