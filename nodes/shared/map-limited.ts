/**
 * The results of `work` for each item, in the order of the items, with at most `limit` at work at once. After a
 * rejection no further item is begun, and what runs is waited for.
 */
export async function mapLimited<Item, Result>(
	items: readonly Item[],
	limit: number,
	work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const queue = items.entries();
	let rejected = false;

	const worker = async () => {
		for (const [index, item] of queue) {
			if (rejected) return;
			try {
				results[index] = await work(item, index);
			} catch (error) {
				rejected = true;
				throw error;
			}
		}
	};
	const settled = await Promise.allSettled(Array.from({ length: limit }, worker));
	for (const one of settled) if (one.status === 'rejected') throw one.reason;
	return results;
}
