import * as z from 'zod';
import { defineOperation } from './define-operation.ts';

/** Packs all input files in one archive, in the order of `input`; equal names are told apart by a number. */
export const archive = defineOperation({
	name: 'archive',
	title: 'Archive',
	action: 'Pack files in one archive',
	summary: 'Packs all input files in one ZIP, RAR, 7Z, TAR, TAR.GZ or TAR.BZ2 archive.',
	family: 'file',
	input: 'all',
	engines: ['archivetool', '7zip', 'rar'],
	common: ['filename', 'engine', 'engine_version'],
	params: z.object({
		output_format: z.enum(['zip', 'rar', '7z', 'tar', 'tar.gz', 'tar.bz2']).meta({
			title: 'Output Format',
			description: 'The format of the archive.',
			labels: {
				zip: 'ZIP',
				rar: 'RAR',
				'7z': '7Z',
				tar: 'TAR',
				'tar.gz': 'TAR.GZ',
				'tar.bz2': 'TAR.BZ2',
			},
		}),
	}),
	result:
		'`files` holds the archive, `entries` the number of files in it, `bytes_in` and `bytes_out` their size before and after.',
	example: { input: ['import-report', 'import-picture'], output_format: 'zip' },
});
