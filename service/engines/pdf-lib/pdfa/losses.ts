/** Counts what had to go, in plain words, so that nothing is lost in silence. */
export class Losses {
	readonly #counts = new Map<string, number>();

	/** `what` is a plural without its number: "actions that run programs". */
	add(what: string, count = 1): void {
		// Part of it may come from the file.
		const said = what.slice(0, 150);
		if (count > 0 && (this.#counts.size < 50 || this.#counts.has(said)))
			this.#counts.set(said, (this.#counts.get(said) ?? 0) + count);
	}

	list(): { what: string; count: number }[] {
		return [...this.#counts].map(([what, count]) => ({ what, count }));
	}
}
