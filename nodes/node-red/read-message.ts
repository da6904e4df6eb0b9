import type { NodeMessage } from 'node-red';
import { addTask, type Draft, isDraft, uniteDrafts } from '../shared/draft.ts';
import { FilemillError } from '../shared/errors.ts';
import { isObject, type JsonObject } from '../shared/json.ts';
import { holdFile } from './held-file.ts';

/** What a message brings: a draft, and whether it came as one or is made of files. */
export interface Brought {
	readonly draft: Draft;
	readonly kind: 'draft' | 'files';
}

/** How a file is imported. */
export interface ImportOptions {
	/** Its name, or a path or address that ends with it; `file` when it is neither. */
	readonly filename: unknown;
	/** Makes the identity that tells files of one name apart. */
	readonly newId: () => string;
	/** Parameters of the import task. */
	readonly params?: JsonObject;
}

/**
 * Reads the draft, the file, or the array of either (as Join makes it) that a message brings.
 * @throws FilemillError when it brings something else.
 */
export function readMessage(message: NodeMessage, newId: () => string): Brought {
	return readValue(carrierOf(message), { filename: nameOf(message), newId });
}

/** The draft that a message brings, if any; files are left alone. */
export function readDraft(message: NodeMessage): Draft | undefined {
	const drafts = [carrierOf(message)].flat().flatMap((one) => draftIn(one) ?? []);
	return drafts.length > 0 ? uniteDrafts(drafts) : undefined;
}

/**
 * Reads a value in which a draft, a file (Buffer or text) or an array of either is expected; an array is united in its
 * order, and may hold whole messages.
 * @throws FilemillError when it holds something else.
 */
export function readValue(value: unknown, options: ImportOptions): Brought {
	const elements = Array.isArray(value) ? value : [value];
	const drafts = elements.map((element, index) => {
		const filename = Array.isArray(value) ? nameOf(element) : options.filename;
		return draftIn(element) ?? importFile(element, index, { ...options, filename });
	});
	if (drafts.length === 0) throw notAFile('an empty array');
	return {
		draft: uniteDrafts(drafts),
		kind: elements.some((element) => draftIn(element)) ? 'draft' : 'files',
	};
}

/** Join puts its array where the parts were: in `filemill`, or in `payload` beside the draft of the last message. */
function carrierOf({ filemill, payload }: NodeMessage): unknown {
	const joined = Array.isArray(payload) && payload.some((one) => draftIn(one));
	return filemill === undefined || joined ? payload : filemill;
}

function draftIn(value: unknown): Draft | undefined {
	if (isDraft(value)) return value;
	return isObject(value) && isDraft(value.filemill) ? value.filemill : undefined;
}

function importFile(value: unknown, index: number, options: ImportOptions): Draft {
	const content = isObject(value) && 'payload' in value ? value.payload : value;
	const bytes = bytesOf(content);
	if (!bytes) throw notAFile(describe(content));
	const fallback = `file${index > 0 ? `-${index + 1}` : ''}${typeof content === 'string' ? '.txt' : ''}`;
	const filename = lastSegment(options.filename) || fallback;
	return addTask(undefined, {
		label: `import ${filename}`,
		operation: 'import/upload',
		params: options.params,
		file: holdFile(bytes, filename, options.newId()),
	});
}

function bytesOf(value: unknown): Buffer | undefined {
	if (Buffer.isBuffer(value)) return value;
	if (value instanceof Uint8Array)
		return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
	return typeof value === 'string' ? Buffer.from(value) : undefined;
}

/** File In gives a whole path, HTTP Request the address of what it fetched. */
function nameOf(message: unknown): unknown {
	if (!isObject(message)) return undefined;
	const { filename, responseUrl } = message;
	if (typeof filename === 'string' && filename !== '') return filename;
	return typeof responseUrl === 'string' ? responseUrl.replace(/[?#].*$/, '') : undefined;
}

function lastSegment(name: unknown): string {
	return typeof name === 'string' ? (name.split(/[\\/]/).at(-1)?.trim() ?? '') : '';
}

function notAFile(found: string): FilemillError {
	return new FilemillError(`The message brings ${found} where a file or a draft is needed.`, {
		description:
			'A file is a Buffer or a text in msg.payload, its name in msg.filename: let the node before give it as a Buffer.',
	});
}

function describe(value: unknown): string {
	if (value === undefined || value === null) return 'nothing';
	return Array.isArray(value) ? 'a nested array' : `a value of type ${typeof value}`;
}
