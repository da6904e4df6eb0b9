import { once } from 'node:events';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipArchive } from 'archiver';
import { type Entry, totalSize } from './entries.ts';

/** Where an archive goes, and who hears how far it is. */
export interface ArchiveTarget {
	readonly output: string;
	readonly signal: AbortSignal;
	progress(percent: number): void;
}

/** Packs files in a ZIP archive as they are read; none is held in memory. */
export async function writeZip(
	entries: readonly Entry[],
	{ output, signal, progress }: ArchiveTarget,
): Promise<void> {
	const archive = new ZipArchive({ zlib: { level: 6 } });
	// It repeats errors when nobody listens any more, which would end the process.
	archive.on('error', () => undefined);
	const total = Math.max(totalSize(entries), 1);
	let before = 0;
	let source: ReadStream | undefined;

	async function append(): Promise<void> {
		for (const { name, path: file, size, modified } of entries) {
			const stats = await stat(file);
			source = createReadStream(file);
			source.once('error', (error) => archive.destroy(error));
			const written = once(archive, 'entry', { signal });
			const store = isCompressed(name);
			archive.append(source, { name, date: modified, mode: 0o644, stats, store });
			await written;
			before += size;
			source = undefined;
		}
		await archive.finalize();
	}

	async function* measured(chunks: AsyncIterable<Buffer>) {
		for await (const chunk of chunks) {
			progress(((before + (source?.bytesRead ?? 0)) / total) * 100);
			yield chunk;
		}
	}

	await Promise.all([
		pipeline(archive, measured, createWriteStream(output), { signal }),
		append(),
	]).catch((error) => {
		signal.throwIfAborted();
		throw error;
	});
}

const compressed = new Set(
	'jpg jpeg png gif webp avif heic mp4 m4v mov mkv webm avi mp3 m4a aac ogg opus flac zip rar 7z gz bz2 xz zst docx xlsx pptx odt ods odp epub jar woff2'.split(
		' ',
	),
);

/** Formats that are compressed by themselves: trying again takes long and gains nothing. */
function isCompressed(name: string): boolean {
	return compressed.has(path.extname(name).slice(1).toLowerCase());
}
