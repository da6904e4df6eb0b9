import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { filename } from '../parameters.ts';

/** Makes a file of base64 text (RFC 4648, 4 or 5; a `data:` prefix is tolerated). For files up to about 10 MB. */
export const importBase64 = defineOperation({
	name: 'import/base64',
	title: 'From Base64',
	action: 'Import a file from base64 text',
	summary: 'Makes a file of base64 text.',
	family: 'import',
	input: 'none',
	engines: [],
	common: [],
	params: z.object({
		file: z
			.string()
			.regex(/^(data:[^,]{0,256};base64,)?[A-Za-z0-9+/_\s-]*={0,2}\s*$/, {
				error: 'must be base64 text',
			})
			.meta({
				title: 'Base64 Text',
				description: 'The content of the file in base64. A "data:" prefix is tolerated.',
				control: 'multiline',
			}),
		filename: filename.meta({
			title: 'File Name',
			description: 'The name of the file, with its extension.',
			placeholder: 'report.docx',
		}),
	}),
	result: '`files` holds the file.',
	example: { file: 'SGVsbG8sIHdvcmxkLgo=', filename: 'hello.txt' },
});
