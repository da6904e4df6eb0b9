import { type IBinaryKeyData, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import type { FileReference } from '../shared/draft.ts';
import { isObject } from '../shared/json.ts';
import type { OpenFile } from '../shared/transport.ts';
import type { OpenReference } from '../shared/upload.ts';
import type { Content } from './transport.ts';

/**
 * Opens the files that drafts refer to: those that n8n stores by their id, those in memory out of `held`.
 * The function rejects with a NodeOperationError when a file is not there any more.
 */
export function fileOpener(
	context: IExecuteFunctions,
	held: IBinaryKeyData,
): OpenReference<Content> {
	return async (file) => {
		const { id, field } = isObject(file.source) ? file.source : {};
		if (typeof id === 'string') return openStored(context, file, id);
		const binary = typeof field === 'string' ? held[field] : undefined;
		if (!binary)
			throw lostFile(
				context,
				file,
				'was dropped by a node after the Import node',
				'Keep the binary data of the items on their way to this node, or import the file again.',
			);
		const content = Buffer.from(binary.data, 'base64');
		return { ...file, stream: content, size: content.length };
	};
}

async function openStored(
	context: IExecuteFunctions,
	file: FileReference,
	id: string,
): Promise<OpenFile<Content>> {
	const { helpers } = context;
	try {
		const size = file.size ?? (await helpers.getBinaryMetadata(id)).fileSize;
		return { ...file, size, stream: await helpers.getBinaryStream(id) };
	} catch {
		throw lostFile(
			context,
			file,
			'is not stored any more',
			'It may come from pinned data or an earlier execution: run the Import node again.',
		);
	}
}

function lostFile(
	context: IExecuteFunctions,
	{ filename }: FileReference,
	what: string,
	description: string,
): NodeOperationError {
	return new NodeOperationError(context.getNode(), `The file "${filename}" ${what}.`, {
		description,
	});
}
