import { describe, expect, it } from '@jest/globals';
import {
	addTask,
	type Draft,
	isDraft,
	NoInputError,
	uniteDrafts,
} from '../../../nodes/shared/draft.ts';

const file = (filename: string) => ({
	filename,
	size: 3,
	source: { id: `filesystem-v2:${filename}` },
});
const imported = (filename: string) =>
	addTask(undefined, { label: 'Import', operation: 'import/upload', file: file(filename) });
const rotated = (draft: Draft, rotation = '+90') =>
	addTask(draft, { label: 'Turn It', operation: 'pdf/rotate-pages', params: { rotation } });

describe('addTask', () => {
	it('names a task after the node and what the task does', () => {
		const { output } = imported('a.pdf');

		expect(output).toEqual([expect.stringMatching(/^import-[a-z0-9]{10,13}$/)]);
	});

	it('names the same task the same at each run', () => {
		expect(rotated(imported('a.pdf'))).toEqual(rotated(imported('a.pdf')));
	});

	it('names tasks of one node apart when their files or parameters differ', () => {
		const names = [
			rotated(imported('a.pdf')),
			rotated(imported('b.pdf')),
			rotated(imported('a.pdf'), '+180'),
		].flatMap((draft) => draft.output);

		expect(new Set(names).size).toBe(3);
	});

	it('names imports of one node apart when only their texts differ', () => {
		const names = ['one', 'two'].flatMap((text) => {
			const params = { file: text, filename: 'template.html' };
			return addTask(undefined, { label: 'Capture', operation: 'import/raw', params }).output;
		});

		expect(new Set(names).size).toBe(2);
	});

	it('makes names that the service takes of any label', () => {
		const labels = ['Übergröße & Co.', '変換', '--', 'x'.repeat(500), '__proto__', ''];

		const names = labels.map(
			(label) =>
				addTask(undefined, { label, operation: 'import/upload', file: file('a') }).output[0],
		);

		for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9-]{0,80}-[a-z0-9]{10,13}$/);
	});

	it('takes the files of the task before and leaves the draft as it was', () => {
		const before = Object.freeze(imported('a.pdf'));
		const copy = structuredClone(before);

		const after = rotated(before);

		expect(before).toEqual(copy);
		expect(after.tasks[after.output[0] ?? '']).toEqual({
			operation: 'pdf/rotate-pages',
			input: before.output[0],
			rotation: '+90',
		});
		expect(after.files).toEqual(before.files);
	});

	it('adds the files of a further import to those that are there', () => {
		const first = imported('a.pdf');

		const both = addTask(first, {
			label: 'Import 2',
			operation: 'import/upload',
			file: file('b.pdf'),
		});

		expect(both.output).toEqual([first.output[0], expect.stringMatching(/^import-2-/)]);
		expect(Object.values(both.files).map((one) => one.filename)).toEqual(['a.pdf', 'b.pdf']);
	});

	it('leaves the files to the next node when an operation makes none', () => {
		const before = imported('a.pdf');

		const after = addTask(before, { label: 'Read', operation: 'metadata' });

		expect(after.output).toEqual(before.output);
		expect(Object.keys(after.tasks)).toHaveLength(2);
	});

	it('says so when there is no file to work on', () => {
		expect(() => addTask(undefined, { label: 'Merge', operation: 'merge' })).toThrow(NoInputError);
	});
});

describe('uniteDrafts', () => {
	it('keeps a task that two branches share once', () => {
		const shared = imported('a.pdf');

		const united = uniteDrafts([rotated(shared, '+90'), rotated(shared, '-90')]);
		const merged = addTask(united, {
			label: 'Merge',
			operation: 'merge',
			params: { output_format: 'pdf' },
		});

		expect(
			Object.values(merged.tasks)
				.map((task) => task.operation)
				.sort(),
		).toEqual(['import/upload', 'merge', 'pdf/rotate-pages', 'pdf/rotate-pages']);
		expect(Object.keys(merged.files)).toEqual(shared.output);
		expect(merged.tasks[merged.output[0] ?? '']?.input).toEqual(united.output);
	});

	it('keeps the order in which the drafts come, also when one comes twice', () => {
		const [a, b] = [imported('a.pdf'), imported('b.pdf')];

		expect(uniteDrafts([b, a, b]).output).toEqual([b, a, b].flatMap((draft) => draft.output));
	});
});

describe('isDraft', () => {
	it('knows a draft that went through JSON', () => {
		const draft = rotated(imported('a.pdf'));

		expect(isDraft(JSON.parse(JSON.stringify(draft)))).toBe(true);
	});

	it.each([
		['nothing', undefined],
		['a text', 'draft'],
		['another version', { ...imported('a.pdf'), version: 2 }],
		['an output that no task makes', { ...imported('a.pdf'), output: ['other'] }],
		['an output of the prototype', { ...imported('a.pdf'), output: ['constructor'] }],
		[
			'a file that no task waits for',
			{ version: 1, tasks: {}, output: [], files: { a: file('a') } },
		],
		['a task without operation', { version: 1, tasks: { a: {} }, output: ['a'], files: {} }],
	])('does not take %s for one', (_what, value) => {
		expect(isDraft(value)).toBe(false);
	});
});
