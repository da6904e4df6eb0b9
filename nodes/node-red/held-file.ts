import type { FileReference } from '../shared/draft.ts';
import { FilemillError } from '../shared/errors.ts';
import type { OpenFile } from '../shared/transport.ts';

export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * Where a reference keeps the way to its bytes. A draft must carry its files through Join, Link and wires, yet never
 * show their content. Node-RED clones a message with lodash.clonedeep, which keeps symbol keys and passes functions on
 * as they are, so the bytes stay one block of memory however often the message branches; JSON, the debug sidebar and
 * the console print neither.
 */
const content: unique symbol = Symbol.for('filemill.content');

interface HeldFile extends FileReference {
	readonly [content]: () => Buffer;
}

const pieceSize = 1024 * 1024;

/** A reference to a file that a message holds; `id` tells it from all others. */
export function holdFile(bytes: Buffer, filename: string, id: string): FileReference {
	const held: HeldFile = {
		filename,
		size: bytes.length,
		source: { message: id },
		[content]: () => bytes,
	};
	return held;
}

/**
 * Opens a file that a message holds, for sending.
 * @throws FilemillError when the draft was stored or sent as JSON, which leaves the bytes behind.
 */
export async function openHeldFile(reference: FileReference): Promise<OpenFile<ByteStream>> {
	if (!isHeld(reference)) {
		throw new FilemillError(`The content of "${reference.filename}" is no longer with its draft.`, {
			description:
				'A draft holds its files only while it travels as a message, not in a store or as JSON: keep the file and import it afterwards.',
		});
	}
	const bytes = reference[content]();
	return { stream: streamOf(bytes), size: bytes.length, filename: reference.filename };
}

function isHeld(reference: FileReference): reference is HeldFile {
	return content in reference;
}

/** The bytes piece by piece, each a copy: fetch may take over a piece, and other branches share the Buffer. */
function streamOf(bytes: Buffer): ByteStream {
	let offset = 0;
	return new ReadableStream<Uint8Array<ArrayBuffer>>({
		pull(controller) {
			if (offset >= bytes.length) return controller.close();
			controller.enqueue(new Uint8Array(bytes.subarray(offset, offset + pieceSize)));
			offset += pieceSize;
		},
	});
}
