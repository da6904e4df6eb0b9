import { describe, expect, it } from '@jest/globals';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { type ItemJob, importFields } from '../../../nodes/n8n/item-job.ts';
import { addTaskFiles } from '../../../nodes/n8n/task-files.ts';
import { findOperation } from '../../../nodes/shared/operation.ts';

const files: Record<string, IBinaryData> = {
	data: {
		id: 'filesystem-v2:1',
		data: 'filesystem-v2',
		mimeType: 'application/pdf',
		fileName: 'a.pdf',
	},
	logo: {
		id: 'filesystem-v2:2',
		data: 'filesystem-v2',
		mimeType: 'image/png',
		fileName: 'logo.png',
	},
};
// Only these members are used here; what n8n adds matters to none of them.
const context = {
	getNode: () => ({ name: 'Watermark' }),
	helpers: { assertBinaryData: (_index: number, field: string) => files[field] },
} as unknown as IExecuteFunctions;

const operation = {
	...findOperation('pdf/rotate-pages'),
	parameters: [
		{ name: 'image', type: 'task', title: 'Image', description: 'The image.', required: false },
		{
			name: 'header_template',
			type: 'task',
			title: 'Header',
			description: 'The header.',
			required: false,
		},
	],
} as const;
const nothing: ItemJob = { draft: undefined, carried: false, held: {}, rest: {} };
const job = importFields(context, 0, nothing, ['data']);

describe('addTaskFiles', () => {
	it('imports the file of a field beside those that flow on', () => {
		const filled = { image: { file: { source: 'field', field: 'logo' } } };

		const { job: extended, params } = addTaskFiles(context, 0, job, {
			operation,
			params: { text: 'x' },
			filled,
		});

		expect(params).toEqual({ text: 'x', image: expect.stringMatching(/^watermark-/) });
		expect(extended.draft?.output).toEqual(job.draft?.output);
		expect(extended.draft?.files[String(params.image)]).toMatchObject({ filename: 'logo.png' });
	});

	it('imports text that was typed in, also where nothing else is imported', () => {
		const filled = {
			header_template: { file: { source: 'text', text: '<b>1</b>', filename: 'head.html' } },
		};

		const { job: extended, params } = addTaskFiles(context, 0, nothing, {
			operation,
			params: {},
			filled,
		});

		expect(extended.draft?.output).toEqual([]);
		expect(extended.draft?.tasks[String(params.header_template)]).toEqual({
			operation: 'import/raw',
			file: '<b>1</b>',
			filename: 'head.html',
		});
	});

	it('leaves out what is not filled', () => {
		expect(addTaskFiles(context, 0, job, { operation, params: {}, filled: { image: {} } })).toEqual(
			{ job, params: {} },
		);
	});
});
