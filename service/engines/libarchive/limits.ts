import { InvalidFileError } from '../../errors.ts';
import type { SourceFile } from '../file-task.ts';

/** How much an archive may hold. */
export interface UnpackLimits {
	/** Folders and links count too. */
	readonly entries: number;
	/** Bytes of all files together. */
	readonly bytes: number;
}

// No text of people compresses two hundred times; what does and is large was made to fill disks.
const maxRatio = 200;
const smallBytes = 256 * 1024 ** 2;

/** Counts what comes out of an archive, as it comes. @throws InvalidFileError as soon as it is too much. */
export class UnpackMeter {
	entries = 0;
	bytes = 0;
	readonly #input: Pick<SourceFile, 'filename' | 'size'>;
	readonly #limits: UnpackLimits;

	constructor(input: Pick<SourceFile, 'filename' | 'size'>, limits: UnpackLimits) {
		this.#input = input;
		this.#limits = limits;
	}

	add({ entries = 0, bytes = 0 }: Partial<UnpackLimits>): void {
		this.entries += entries;
		this.bytes += bytes;
		this.check({ entries: this.entries, bytes: this.bytes });
	}

	/** Refuses what an archive says that it holds. */
	check({ entries = 0, bytes = 0 }: Partial<UnpackLimits>): void {
		const most = this.#limits;
		if (entries > most.entries)
			this.#refuse(`holds more than the ${most.entries} entries that are taken`);
		if (bytes > most.bytes) this.#refuse(`holds more than the ${most.bytes} bytes that are taken`);
		if (bytes > smallBytes && bytes > maxRatio * this.#input.size)
			this.#refuse(`unpacks to more than ${maxRatio} times its size, as only archive bombs do`);
	}

	#refuse(reason: string): never {
		throw new InvalidFileError(this.#input.filename, `${reason}.`, { code: 'ARCHIVE_TOO_LARGE' });
	}
}
