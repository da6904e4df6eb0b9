import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { absolutePath, filename } from '../parameters.ts';

/** Takes files from a disk of the service, below the folders that its operator allows. */
export const importFile = defineOperation({
	name: 'import/file',
	title: 'From Disk',
	action: 'Import files from the disk of the service',
	summary: 'Takes files from folders that the service may read.',
	family: 'import',
	input: 'none',
	engines: [],
	common: [],
	params: z.object({
		path: absolutePath.meta({
			title: 'Path',
			description:
				'Where the file lies on the machine of the service, below a folder that it may use. "*" and "?" in the file name take several.',
			placeholder: '/data/scans/*.pdf',
		}),
		filename: filename.optional().meta({
			title: 'File Name',
			description: 'The name of the file in the job. Its own name when empty.',
			placeholder: 'report.docx',
		}),
	}),
	result: '`files` holds the files.',
	example: { path: '/data/scans/*.pdf' },
});
