import { describe, expect, it } from '@jest/globals';
import { findOperation } from '../../../nodes/shared/operation.ts';
import { taskParams } from '../../../nodes/shared/params.ts';

describe('taskParams', () => {
	it('takes the parameters of the operation that are filled, and no other', () => {
		const filled = {
			output_format: 'jpg',
			width: 100,
			quality: '',
			pages: undefined,
			run: 'now',
			input: 'other',
		};

		expect(taskParams(findOperation('convert'), filled)).toEqual({
			output_format: 'jpg',
			width: 100,
		});
	});

	it('keeps an empty text that the operation must have', () => {
		expect(taskParams(findOperation('import/raw'), { file: '', filename: 'a.txt' })).toEqual({
			file: '',
			filename: 'a.txt',
		});
	});

	it('reads numbers and booleans that an expression gave as text', () => {
		const filled = { output_format: 'jpg', width: '100', timeout: 'soon', ignore_error: 'true' };

		expect(taskParams(findOperation('convert'), filled)).toEqual({
			output_format: 'jpg',
			width: 100,
			timeout: 'soon',
			ignore_error: true,
		});
	});

	it('makes a map of names and values', () => {
		const url = 'http://127.0.0.1/';
		const headers = [
			{ name: 'Accept', value: 'text/html' },
			{ name: '', value: 'nameless' },
		];

		expect(taskParams(findOperation('import/url'), { url, headers })).toEqual({
			url,
			headers: { Accept: 'text/html' },
		});
		expect(taskParams(findOperation('import/url'), { url, headers: [] })).toEqual({ url });
	});
});
