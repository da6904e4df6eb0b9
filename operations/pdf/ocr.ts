import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { ocrLanguages } from './ocr-languages.ts';

/** Puts searchable text under scanned pages. */
export const pdfOcr = defineOperation({
	name: 'pdf/ocr',
	title: 'Recognize Text',
	action: 'Recognize the text of a scanned PDF',
	summary: 'Adds a text layer to scanned PDFs, so that they can be searched and copied from.',
	family: 'pdf',
	input: 'each',
	engines: ['tesseract'],
	common: ['input_format', 'engine', 'engine_version', 'filename'],
	params: z.object({
		language: z
			.array(
				z
					.string()
					.trim()
					.toLowerCase()
					.regex(/^[a-z]{3}(_[a-z]{3,8})*$/, {
						error: 'must be a code of three letters, such as "deu"',
					}),
			)
			.min(1, { error: 'must name at least one language' })
			.max(10, { error: 'must name at most 10 languages' })
			.default(['eng'])
			.meta({
				title: 'Languages',
				description: 'Languages of the text. Each more takes more time.',
				labels: ocrLanguages,
			}),
		auto_orient: z.boolean().default(true).meta({
			title: 'Auto Orient',
			description: 'Whether to turn pages that lie on their side or head.',
		}),
		force: z.boolean().default(false).meta({
			title: 'Force',
			description: 'Whether to recognize also pages that have text already.',
		}),
	}),
	result:
		'`files`, `pages`, `pages_recognized`, `pages_skipped` for they had text, `pages_turned`, `confidence` as the mean of all words from 0 to 100, and `languages`.',
	example: { input: 'import-scan', language: ['deu', 'eng'] },
});
