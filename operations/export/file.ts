import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { absolutePath } from '../parameters.ts';

/** Writes files to a disk of the service, below the folders that its operator allows. */
export const exportFile = defineOperation({
	name: 'export/file',
	title: 'To Disk',
	action: 'Export each file to the disk of the service',
	summary: 'Writes files to a folder that the service may use.',
	family: 'export',
	input: 'each',
	engines: [],
	common: [],
	params: z.object({
		path: absolutePath.meta({
			title: 'Folder',
			description:
				'The folder on the machine of the service, below one that it may use. It is made when it is missing.',
			placeholder: '/data/done',
		}),
		overwrite: z.boolean().default(false).meta({
			title: 'Overwrite',
			description: 'Whether files of the same names are replaced. Otherwise the task fails.',
		}),
	}),
	result: '`files` holds name and size of each file, `folder` where they are.',
	example: { input: 'convert-report', path: '/data/done' },
});
