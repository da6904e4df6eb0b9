/** A stored file: its key in the store, its content's checksum (hex), and its size in bytes. */
export interface StoredFile {
	readonly blob: string;
	readonly sha256: string;
	readonly size: number;
}

/**
 * Where the bytes of jobs are kept. A *scope* is the job (or single task) that owns the bytes; inside a scope they are
 * addressed by content, so an attempt that is repeated stores nothing twice, and deleting the scope deletes the data.
 */
export interface FileStore {
	/** Takes over a finished file on local disk (it is moved where possible); it is durable when this resolves. */
	adopt(scope: string, file: string): Promise<StoredFile>;
	/** Stores bytes that are already in memory. */
	put(scope: string, content: Uint8Array): Promise<StoredFile>;
	/** Makes the file readable at a local path, which must not exist; `writable` gives a copy of its own. */
	place(blob: string, target: string, options: { writable: boolean }): Promise<void>;
	/** A local path from which it can be sent. */
	locate(blob: string): string;
	/** Deletes one file, which nothing refers to any more. */
	delete(blob: string): Promise<void>;
	deleteScope(scope: string): Promise<void>;
	/** All scopes that hold anything. */
	scopes(): Promise<string[]>;
}
