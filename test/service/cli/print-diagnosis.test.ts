import { describe, expect, it } from '@jest/globals';
import { printDiagnosis } from '../../../service/cli/print-diagnosis.ts';

describe('printDiagnosis', () => {
	it('says of each missing thing what would bring it, and for what', () => {
		const text = printDiagnosis({
			node: '24.0.0',
			sandbox: { works: false, reason: 'bubblewrap is not installed' },
			engines: [{ name: 'sharp', version: '1.0' }],
			missing: [
				{
					name: 'qpdf',
					package: 'the package qpdf',
					enables: [{ operation: 'pdf/ocr', engine: 'qpdf', reads: ['pdf'], makes: ['pdf'] }],
				},
			],
			essential_missing: ['qpdf'],
			conversions: { pairs: 2, reads: 1, makes: 2 },
			operations: [
				{ operation: 'convert', engine: 'sharp', reads: ['jpg'], makes: ['png', 'webp'] },
			],
			ocr: { languages: [], turns_pages: false },
			fonts: {
				families: 0,
				missing: [{ family: 'Carlito', package: 'fonts-crosextra-carlito', enables: 'its widths' }],
			},
		});

		expect(text.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
			'',
			'This machine',
			'Node.js 24.0.0',
			'Sandbox there is none, because bubblewrap is not installed; "command" and',
			'"capture-website" are off unless FILEMILL_ALLOW_UNSANDBOXED is set',
			'Conversions 2 pairs of formats, from 1 to 2',
			'OCR no languages; the packages tesseract-ocr-<language> bring them',
			'Fonts 0 families',
			'Carlito is missing: the package fonts-crosextra-carlito brings its widths',
			'',
			'Engines that are there',
			'sharp 1.0',
			'',
			'Engines that are missing',
			'qpdf the package qpdf would bring it, for:',
			'pdf/ocr: pdf',
			'',
			'What it does',
			'convert sharp: jpg → png webp',
			'',
			'Filemill is not worth starting without qpdf.',
		]);
	});
});
