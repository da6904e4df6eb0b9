/** A file that a generator writes: its path from the repository's root, and its text before formatting. */
export interface GeneratedFile {
	readonly path: string;
	readonly content: string;
}
