import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';

/** Hands out addresses from which the files can be fetched without a key until the job's data expires. */
export const exportUrl = defineOperation({
	name: 'export/url',
	title: 'To URL',
	action: 'Export each file to a temporary URL',
	summary: 'Makes files available at addresses that expire.',
	family: 'export',
	input: 'each',
	engines: [],
	common: [],
	params: z.object({
		inline: z.boolean().default(false).meta({
			title: 'Show in Browser',
			description: 'Whether a browser shows the file instead of saving it.',
		}),
		archive_multiple_files: z.boolean().default(false).meta({
			title: 'Archive Multiple Files',
			description: 'Whether several files are handed out as one ZIP archive.',
		}),
	}),
	result: '`files` holds name, size and `url` of each file.',
	example: { input: 'convert-report' },
});
