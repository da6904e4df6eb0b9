import { jobOperations } from '../../nodes/node-red/job-operations.ts';
import { fromMessage, nodeOperation } from '../../nodes/node-red/node-operation.ts';
import { triggerOperation } from '../../nodes/node-red/trigger-operation.ts';
import { families } from '../../operations/index.ts';
import type { GeneratedFile } from './generated-file.ts';
import { operationDescriptors } from './n8n/descriptors.ts';
import { catalogOf } from './node-red/catalog.ts';
import { editorOf } from './node-red/editor.ts';
import type { EditorFamily } from './node-red/editor-family.ts';

/** The editor of each Node-RED node with its help, and the words in it. */
export function generate(): GeneratedFile[] {
	return [...families.map(familyOf), job, trigger].flatMap((family) => [
		{ path: `nodes/node-red/${family.type}.html`, content: editorOf(family) },
		{
			path: `nodes/node-red/locales/en-US/${family.type}.json`,
			content: JSON.stringify(catalogOf(family)),
		},
	]);
}

const job: EditorFamily = { name: 'job', type: 'filemill-job', operations: jobOperations };
const trigger: EditorFamily = {
	name: 'trigger',
	type: 'filemill-trigger',
	operations: [triggerOperation],
};

function familyOf(name: (typeof families)[number]): EditorFamily {
	const operations = operationDescriptors()
		.filter(({ family }) => family === name)
		.map(nodeOperation)
		// A file from the message is what most flows import.
		.sort((a, b) => Number(b.name === fromMessage) - Number(a.name === fromMessage));
	return { name, type: `filemill-${name}`, operations };
}
