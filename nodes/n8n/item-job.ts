import { createHash } from 'node:crypto';
import type {
	IBinaryData,
	IBinaryKeyData,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { defaultFilename } from '../shared/default-filename.ts';
import { addTask, type Draft, type FileReference, isDraft, uniteDrafts } from '../shared/draft.ts';
import { isObject } from '../shared/json.ts';

/** Files that n8n keeps in memory travel on the item under this prefix and a hash, since a draft holds no content. */
const heldPrefix = 'filemill_';

/** What an item brings to a job. */
export interface ItemJob {
	readonly draft: Draft | undefined;
	/** Whether the item came with the draft, rather than with a file that it was made of. */
	readonly carried: boolean;
	/** The files in memory that the draft refers to. */
	readonly held: IBinaryKeyData;
	/** What else the item carries. */
	readonly rest: IBinaryKeyData;
}

/** The draft that an item carries. */
export function carriedJob(item: INodeExecutionData): ItemJob {
	const { filemill } = item.json;
	const carried = isDraft(filemill);
	const [held, rest] = partition(binariesOf(item), (key) => key.startsWith(heldPrefix));
	return { draft: carried ? filemill : undefined, carried, held, rest };
}

/**
 * Adds an import of each of the item's fields to what it brings.
 * @throws NodeOperationError of n8n when a field holds no file.
 */
export function importFields(
	context: IExecuteFunctions,
	index: number,
	job: ItemJob,
	fields: readonly (string | IBinaryData)[],
	filename?: string,
): ItemJob {
	let { draft } = job;
	const held = { ...job.held };
	const [, rest] = partition(job.rest, (key) => fields.includes(key));
	for (const field of fields) {
		const { file, key, binary } = fileOf(context, index, job, field, filename);
		if (key) held[key] = binary;
		draft = addTask(draft, { label: context.getNode().name, operation: 'import/upload', file });
	}
	return { draft, carried: job.carried, held, rest };
}

/**
 * The file in a field of an item, and the key under which it travels where n8n keeps it in memory.
 * @throws NodeOperationError of n8n when the field holds no file.
 */
export function fileOf(
	context: IExecuteFunctions,
	index: number,
	{ rest }: ItemJob,
	field: string | IBinaryData,
	filename?: string,
): { file: FileReference; key?: string; binary: IBinaryData } {
	// In n8n's newer binary mode its helper takes paths only, and "data" is what the node offers.
	const named = typeof field === 'string' ? rest[field] : undefined;
	const binary = named ?? context.helpers.assertBinaryData(index, field);
	return { ...reference(binary, filename), binary };
}

/** The names in a field parameter: one, several separated by commas, or the file itself by an expression. */
export function fieldNames(value: unknown): (string | IBinaryData)[] {
	if (isBinary(value)) return [value];
	const names = String(value ?? '').split(',');
	return names.map((name) => name.trim()).filter(Boolean);
}

/** All that several items bring, in their order. */
export function uniteJobs(jobs: readonly ItemJob[]): ItemJob {
	const [first] = jobs;
	if (first && jobs.length === 1) return first;
	const drafts = jobs.flatMap(({ draft }) => draft ?? []);
	return {
		draft: drafts.length > 0 ? uniteDrafts(drafts) : undefined,
		carried: jobs.some(({ carried }) => carried),
		held: Object.assign({}, ...jobs.map(({ held }) => held)),
		rest: {},
	};
}

function reference(binary: IBinaryData, filename?: string): { file: FileReference; key?: string } {
	const { id, data, mimeType, fileName, fileExtension, bytes } = binary;
	const key = heldPrefix + createHash('sha256').update(data).digest('hex').slice(0, 16);
	const source: FileReference['source'] = id ? { id } : { field: key };
	const file = {
		filename: filename || fileName || defaultFilename(mimeType, fileExtension),
		mimeType,
		...(bytes !== undefined && { size: bytes }),
		source,
	};
	return id ? { file } : { file, key };
}

/** n8n's newer binary mode keeps files in the JSON, under `_files`. */
function binariesOf({ json, binary }: INodeExecutionData): IBinaryKeyData {
	const inJson = isObject(json._files) ? Object.entries(json._files) : [];
	const files = inJson.flatMap(([key, file]) => (isBinary(file) ? [[key, file] as const] : []));
	return { ...Object.fromEntries(files), ...binary };
}

function isBinary(value: unknown): value is IBinaryData {
	return isObject(value) && typeof value.data === 'string' && typeof value.mimeType === 'string';
}

function partition(
	binaries: IBinaryKeyData,
	isFirst: (key: string) => boolean,
): [IBinaryKeyData, IBinaryKeyData] {
	const entries = Object.entries(binaries);
	return [
		Object.fromEntries(entries.filter(([key]) => isFirst(key))),
		Object.fromEntries(entries.filter(([key]) => !isFirst(key))),
	];
}
