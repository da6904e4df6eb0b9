import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { filename, httpHeaders, httpUrl } from '../parameters.ts';

/** Fetches a file from the web. Addresses inside private networks are refused unless the operator allows them. */
export const importUrl = defineOperation({
	name: 'import/url',
	title: 'From URL',
	action: 'Import a file from a URL',
	summary: 'Fetches a file from a web address.',
	family: 'import',
	input: 'none',
	engines: [],
	common: [],
	params: z.object({
		url: httpUrl.meta({
			title: 'URL',
			description: 'The address of the file to fetch.',
			placeholder: 'https://example.com/report.docx',
			control: 'url',
		}),
		filename: filename.optional().meta({
			title: 'File Name',
			description:
				'The name of the imported file. Taken from the answer or the address when empty.',
			placeholder: 'report.docx',
		}),
		headers: httpHeaders.optional().meta({
			title: 'Headers',
			entry: 'Header',
			description: 'Headers to send with the request.',
			secret: true,
		}),
	}),
	result: '`files` holds the fetched file.',
	example: { url: 'https://example.com/report.docx' },
});
