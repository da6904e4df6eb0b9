import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operations, z } from '@filemill/operations';
import type { GeneratedFile } from './generated-file.ts';
import { answers } from './openapi/answers.ts';
import { paths } from './openapi/paths.ts';
import { type Json, parametersName, reference, schemaName } from './openapi/schema.ts';

/** The description of the HTTP interface in OpenAPI 3.1, whose task schemas are those of the operations. */
export function generate(root: string): GeneratedFile[] {
	const { version } = JSON.parse(readFileSync(path.join(root, 'service/package.json'), 'utf8'));
	const document = {
		openapi: '3.1.0',
		info: {
			title: 'Filemill',
			version,
			description:
				'Jobs of import, process and export tasks, run by real engines on your own server.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/' }],
		security: [{ apiKey: [] }],
		paths,
		components: {
			securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
			schemas: { ...taskSchemas(), ...answers },
		},
	};
	return [{ path: 'service/http/openapi.gen.json', content: JSON.stringify(document) }];
}

function taskSchemas(): Json {
	const schemas = operations.flatMap((operation) => {
		const { $schema: _, ...params } = z.toJSONSchema(operation.params, { io: 'input' });
		const task = {
			title: operation.title,
			description: `${operation.summary} Result: ${operation.result}`,
			allOf: [{ $ref: reference(parametersName(operation.name)) }],
			properties: { operation: { const: operation.name } },
			required: ['operation'],
			examples: [{ operation: operation.name, ...operation.example }],
		};
		return [
			[parametersName(operation.name), params],
			[schemaName(operation.name), task],
		];
	});
	const task = {
		oneOf: operations.map((operation) => ({ $ref: reference(schemaName(operation.name)) })),
		discriminator: {
			propertyName: 'operation',
			mapping: Object.fromEntries(
				operations.map((operation) => [operation.name, reference(schemaName(operation.name))]),
			),
		},
	};
	return { ...Object.fromEntries(schemas), TaskRequest: task };
}
