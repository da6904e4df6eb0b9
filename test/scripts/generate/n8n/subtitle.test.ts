import { describe, expect, it } from '@jest/globals';
import { operations } from '../../../../nodes/shared/operations.gen.ts';
import { familySubtitle } from '../../../../scripts/generate/n8n/subtitle.ts';

/** What n8n makes of the expression: the JavaScript between the braces, with `$parameter` at hand. */
function evaluated($parameter: Readonly<Record<string, unknown>>): unknown {
	const [, code = ''] = /^=\{\{(.*)\}\}$/.exec(familySubtitle(operations)) ?? [];
	return new Function('$parameter', `return ${code}`)($parameter);
}

describe('familySubtitle', () => {
	it('says what is done, and what tells it from others of its kind', () => {
		expect(evaluated({ operation: 'convert', output_format: 'pdf' })).toBe('Convert · pdf');
		expect(evaluated({ operation: 'pdf/rotate-pages', rotation: '+90' })).toBe(
			'Rotate Pages · +90',
		);
	});

	it('lists several values, and leaves out what is not set', () => {
		const options = { language: ['deu', 'eng'] };

		expect(evaluated({ operation: 'pdf/ocr', options })).toBe('Recognize Text · deu, eng');
		expect(evaluated({ operation: 'pdf/ocr' })).toBe('Recognize Text');
		expect(evaluated({ operation: 'no-such' })).toBe('');
	});

	it('has no braces that would end the expression early', () => {
		expect(familySubtitle(operations).slice(3, -2)).not.toContain('}}');
	});
});
