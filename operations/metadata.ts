import * as z from 'zod';
import { defineOperation } from './define-operation.ts';

/** Reads what a file says of itself, under the property names of ExifTool. */
export const metadata = defineOperation({
	name: 'metadata',
	title: 'Read Metadata',
	action: 'Read the metadata of a file',
	summary: 'Extracts metadata, such as the page count of a PDF or the size of a picture.',
	family: 'metadata',
	input: 'each',
	makesFiles: false,
	engines: ['exiftool'],
	common: ['input_format', 'engine', 'engine_version'],
	params: z.object({}),
	result: '`metadata` maps property names to texts or numbers.',
	example: { input: 'import-report' },
});
