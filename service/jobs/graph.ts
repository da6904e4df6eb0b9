/** Which tasks each task waits for, by name. */
export type Graph = ReadonlyMap<string, readonly string[]>;

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
