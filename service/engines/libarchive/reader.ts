import type { FileTask } from '../file-task.ts';
import type { Sandbox } from '../sandbox.ts';
import type { UnpackMeter } from './limits.ts';

/** What a reader found in an archive, before anything of it is believed. */
export interface FoundEntry {
	/** As the archive has it: with folders, absolute, with "..", or nonsense. */
	readonly name: string;
	readonly kind: 'file' | 'folder' | 'hardlink' | 'symlink' | 'device';
	readonly modified: Date;
	readonly isExecutable: boolean;
	/** The entry that a hard link repeats. */
	readonly linkTo?: string;
}

/** What a reader of archives works with. */
export interface Reading {
	readonly sandbox: Sandbox;
	readonly password: string | undefined;
	readonly meter: UnpackMeter;
	/** How names in a ZIP are read that are not said to be UTF-8. */
	readonly names: 'utf-8' | 'cp437';
	/** Takes what it finds, entry by entry; `fill` puts the content of a file at a path. */
	receive(found: FoundEntry, fill: (path: string) => Promise<void>): Promise<void>;
}

/**
 * Reads an archive from its beginning to its end.
 * @throws InvalidFileError when it is damaged, too large, or encrypted.
 */
export type Reader = (task: FileTask, reading: Reading) => Promise<void>;
