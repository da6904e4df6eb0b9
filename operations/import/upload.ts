import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { httpUrl } from '../parameters.ts';

/** Waits for a file that the client sends: a multipart form, or one `PUT` of the bytes to the same address. */
export const importUpload = defineOperation({
	name: 'import/upload',
	title: 'From Upload',
	action: 'Import a file by upload',
	summary: 'Waits for a file that is uploaded to the address in its result.',
	family: 'import',
	input: 'none',
	engines: [],
	common: [],
	params: z.object({
		redirect: httpUrl.optional().meta({
			title: 'Redirect',
			description: 'The address a browser is sent to after the upload.',
			placeholder: 'https://example.com/done',
			control: 'url',
		}),
	}),
	result: '`form` while it waits: the address and fields of the upload; then `files`.',
	example: {},
});
