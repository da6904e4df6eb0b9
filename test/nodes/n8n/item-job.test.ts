import { describe, expect, it } from '@jest/globals';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { carriedJob, fieldNames, importFields } from '../../../nodes/n8n/item-job.ts';

const stored: IBinaryData = {
	id: 'filesystem-v2:1',
	data: 'filesystem-v2',
	mimeType: 'application/pdf',
	fileName: 'a.pdf',
	bytes: 7,
};
const inMemory: IBinaryData = { data: 'Zm9v', mimeType: 'text/plain', fileExtension: 'txt' };
// Only these members are used here.
const context = {
	getNode: () => ({ name: 'Import' }),
	helpers: {
		assertBinaryData: () => {
			throw new Error('not found by n8n');
		},
	},
} as unknown as IExecuteFunctions;
const filesOf = (json: object, binary?: Record<string, IBinaryData>, fields = ['data']) =>
	importFields(context, 0, carriedJob({ json: { ...json }, binary }), fields);

describe('importFields', () => {
	it('refers to a stored file by its id and takes it off the item', () => {
		const { draft, rest, held } = filesOf({}, { data: stored, other: stored });

		expect(Object.values(draft?.files ?? {})).toEqual([
			{
				filename: 'a.pdf',
				mimeType: 'application/pdf',
				size: 7,
				source: { id: 'filesystem-v2:1' },
			},
		]);
		expect(Object.keys(rest)).toEqual(['other']);
		expect(held).toEqual({});
	});

	it('holds a file in memory under a name made of its content', () => {
		const { draft, rest, held } = filesOf({}, { data: inMemory });

		const [[key = '', file] = []] = Object.entries(held);
		expect(key).toMatch(/^filemill_[0-9a-f]{16}$/);
		expect(file).toBe(inMemory);
		expect(Object.values(draft?.files ?? {})).toEqual([
			{ filename: 'file.txt', mimeType: 'text/plain', source: { field: key } },
		]);
		expect(rest).toEqual({});
	});

	it('finds a file that n8n keeps in the JSON, as its newer binary mode does', () => {
		const { draft } = filesOf({ _files: { data: stored, size: 3 } });

		expect(Object.values(draft?.files ?? {})).toEqual([
			expect.objectContaining({ filename: 'a.pdf' }),
		]);
	});

	it('leaves it to n8n to say that a file is missing', () => {
		expect(() => filesOf({}, {})).toThrow('not found by n8n');
	});

	it('adds to the draft that the item carries', () => {
		const { draft } = filesOf({}, { data: stored });

		const more = filesOf({ filemill: draft }, { data: inMemory });

		expect(more.carried).toBe(true);
		expect(Object.values(more.draft?.files ?? {}).map(({ filename }) => filename)).toEqual([
			'a.pdf',
			'file.txt',
		]);
	});
});

describe('fieldNames', () => {
	it('takes names separated by commas, or a file by an expression', () => {
		expect(fieldNames(' data, data1,')).toEqual(['data', 'data1']);
		expect(fieldNames(stored)).toEqual([stored]);
	});
});
