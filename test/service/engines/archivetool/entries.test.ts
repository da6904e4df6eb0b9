import { describe, expect, it } from '@jest/globals';
import { entryNames } from '../../../../service/engines/archivetool/entries.ts';

describe('entryNames', () => {
	it('keeps folders, and tells equal names in one of them apart', () => {
		const files = [
			{ filename: 'a.txt' },
			{ filename: 'a.txt', dir: 'docs/2026' },
			{ filename: 'A.txt', dir: 'docs/2026' },
			{ filename: 'docs' },
			{ filename: '2026', dir: 'docs' },
		];

		expect(entryNames(files)).toEqual([
			'a.txt',
			'docs/2026/a.txt',
			'docs/2026/A-2.txt',
			'docs-2',
			'docs/2026-2',
		]);
	});
});
