import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { filename } from '../parameters.ts';

/** Makes a file of a text that the request carries, such as a header template. */
export const importRaw = defineOperation({
	name: 'import/raw',
	title: 'From Text',
	action: 'Import a file from text',
	summary: 'Makes a file of the text given.',
	family: 'import',
	input: 'none',
	engines: [],
	common: [],
	params: z.object({
		file: z.string().meta({
			title: 'Text',
			description: 'The content of the file.',
			control: 'multiline',
		}),
		filename: filename.meta({
			title: 'File Name',
			description: 'The name of the file, with its extension.',
			placeholder: 'note.txt',
		}),
	}),
	result: '`files` holds the file.',
	example: { file: '<p>Page <span class="pageNumber"></span></p>', filename: 'footer.html' },
});
