import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';

/** Takes the files out of each archive; folders become part of the result, never of a file's name. */
export const archiveExtract = defineOperation({
	name: 'archive/extract',
	title: 'Extract Archive',
	action: 'Extract the files of an archive',
	summary: 'Takes the files out of archives such as ZIP, RAR, 7Z, TAR, GZ, CAB, ISO and DEB.',
	family: 'file',
	input: 'each',
	engines: ['libarchive', '7zip'],
	common: ['input_format', 'filename', 'engine', 'engine_version'],
	params: z.object({
		files: z.string().trim().min(1).max(4096).optional().meta({
			title: 'Files',
			description:
				'Which files to take: names or paths, separated by commas, with * and ? as wildcards. All files when empty.',
			placeholder: '*.pdf, photos/*.jpg',
		}),
		password: z.string().min(1).max(256).optional().meta({
			title: 'Password',
			description: 'The password that opens the archive.',
			control: 'secret',
			secret: true,
		}),
	}),
	result:
		'`files` holds the files, each with the folder it had in the archive as `dir`; `entries` is the number of entries in the archive, `bytes_in` and `bytes_out` the sizes before and after.',
	example: { input: 'import-archive', files: '*.pdf' },
});
