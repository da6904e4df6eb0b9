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
	const queue = [...items.entries()];
	const stop = (reason: unknown) => {
		queue.length = 0;
		return Promise.reject(reason);
	};

	const worker = async () => {
		for (let next = queue.shift(); next; next = queue.shift()) {
			const [index, item] = next;
			results[index] = await work(item, index).catch(stop);
		}
	};
	const settled = await Promise.allSettled(Array.from({ length: limit }, worker));
	for (const one of settled) if (one.status === 'rejected') throw one.reason;
	return results;
}
