import { describe, expect, it } from '@jest/globals';
import { defaultFilename } from '../../../nodes/shared/default-filename.ts';

describe('defaultFilename', () => {
	it('takes the extension that the host knows', () => {
		expect(defaultFilename('application/pdf', 'pdf')).toBe('file.pdf');
	});

	it('gives texts the extension of their media type', () => {
		expect(defaultFilename('text/csv; charset=utf-8')).toBe('file.csv');
	});

	it('leaves it to the content of any other file', () => {
		expect(defaultFilename('application/octet-stream')).toBe('file');
		expect(defaultFilename()).toBe('file');
	});
});
