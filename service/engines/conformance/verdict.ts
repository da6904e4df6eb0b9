/** What a checker says of a file: its name and version, and what it found against the file. */
export interface Verdict {
	readonly checker: string;
	/** Clauses or sentences, the checker's own; none when the file conforms. */
	readonly findings: readonly string[];
}
