import { describe, expect, it } from '@jest/globals';
import { readDraft, readMessage } from '../../../nodes/node-red/read-message.ts';

const newId = () => 'id';
const file = Buffer.from('content');

describe('readMessage', () => {
	it.each([
		['a path', { filename: '/home/me/report.docx' }, 'report.docx'],
		['a path of Windows', { filename: 'C:\\files\\report.docx' }, 'report.docx'],
		[
			'the address it was fetched from',
			{ responseUrl: 'http://a.test/b/report.pdf?x=/y' },
			'report.pdf',
		],
		['nothing', {}, 'file'],
	])('names the file after %s', (_, rest, name) => {
		const { draft } = readMessage({ payload: file, ...rest }, newId);

		expect(Object.values(draft.files)).toMatchObject([{ filename: name, size: 7 }]);
	});

	it('takes a text as a file', () => {
		const { draft, kind } = readMessage({ payload: 'text' }, newId);

		expect(kind).toBe('files');
		expect(Object.values(draft.files)).toMatchObject([{ filename: 'file.txt', size: 4 }]);
	});

	it('keeps the order of joined messages, whatever they bring', () => {
		const { draft } = readMessage({ payload: ['a'] }, newId);

		const joined = readMessage(
			{ payload: [{ payload: file, filename: 'first.pdf' }, { filemill: draft }] },
			newId,
		);

		expect(joined.kind).toBe('draft');
		expect(joined.draft.output[0]).toMatch(/^import-first-pdf/);
		expect(joined.draft.output[1]).toBe(draft.output[0]);
	});

	it('prefers joined drafts to the draft of the last message', () => {
		const first = readMessage({ payload: 'a', filename: 'first.txt' }, newId).draft;
		const last = readMessage({ payload: 'b', filename: 'last.txt' }, newId).draft;

		const { draft } = readMessage({ payload: [first, last], filemill: last }, newId);

		expect(draft.output).toEqual([...first.output, ...last.output]);
	});

	it.each([
		['nothing', {}],
		['a value of type number', { payload: 1 }],
		['an empty array', { payload: [] }],
		['a value of type object', { payload: [{ payload: {} }] }],
	])('says that the message brings %s', (found, message) => {
		expect(() => readMessage(message, newId)).toThrow(
			`The message brings ${found} where a file or a draft is needed.`,
		);
	});
});

describe('readDraft', () => {
	it('leaves files alone', () => {
		expect(readDraft({ payload: file })).toBeUndefined();
	});
});
