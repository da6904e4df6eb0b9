/** Which tasks each task waits for, by name. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** The names so that each comes after those it waits for, and otherwise as they stand; the graph has no circle. */
export function executionOrder(graph: Graph): string[] {
	const waiting = new Map([...graph].map(([name, parents]) => [name, new Set(parents)]));
	const children = new Map<string, string[]>();
	for (const [name, parents] of graph)
		for (const parent of parents) children.set(parent, [...(children.get(parent) ?? []), name]);
	const order = [...graph.keys()].filter((name) => waiting.get(name)?.size === 0);
	// Grows while it is read: each name adds those that waited for it alone.
	for (const name of order)
		for (const child of children.get(name) ?? []) {
			const left = waiting.get(child);
			left?.delete(name);
			if (left?.size === 0) order.push(child);
		}
	return order;
}

/**
 * The names along a circle of tasks that wait for each other, the first repeated at the end; undefined when there is
 * none and the job can run.
 */
export function findCircle(graph: Graph): string[] | undefined {
	const done = new Set<string>();
	for (const start of graph.keys()) {
		// An own stack: a chain of a thousand tasks must not depend on how deep calls may go.
		const trail: { name: string; rest: string[] }[] = [];
		const enter = (name: string) => trail.push({ name, rest: [...(graph.get(name) ?? [])] });
		if (!done.has(start)) enter(start);
		for (let top = trail.at(-1); top; top = trail.at(-1)) {
			const next = top.rest.pop();
			if (next === undefined) {
				done.add(top.name);
				trail.pop();
				continue;
			}
			const first = trail.findIndex((step) => step.name === next);
			if (first >= 0) return [...trail.slice(first).map((step) => step.name), next].reverse();
			if (!done.has(next)) enter(next);
		}
	}
	return undefined;
}
