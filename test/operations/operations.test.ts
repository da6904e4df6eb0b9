import { existsSync, readFileSync } from 'node:fs';
import { describeParameters, operations } from '@filemill/operations';
import { describe, expect, it } from '@jest/globals';
import { defineOperation } from '../../operations/define-operation.ts';

describe.each(operations.map((operation) => [operation.name, operation] as const))(
	'%s',
	(name, operation) => {
		const parameters = describeParameters(operation);

		it('lies at the path of its name', () => {
			const file = new URL(`../../operations/${name}.ts`, import.meta.url);

			expect(existsSync(file)).toBe(true);
			expect(readFileSync(file, 'utf8')).toContain(`name: '${name}'`);
		});

		it('speaks in sentences', () => {
			expect(operation.title).toMatch(/^[A-Z0-9]/);
			expect(operation.summary).toMatch(/^[A-Z].*\.$/);
			expect(operation.action).toMatch(/^[A-Z].*[^.]$/);
			for (const parameter of parameters) {
				expect(parameter.title).toMatch(/^[A-Z]/);
				expect(parameter.description).toMatch(/^[A-Z].*\.$/);
			}
		});

		it('begins what is yes or no with "Whether"', () => {
			const flags = parameters.filter((parameter) => parameter.type === 'boolean');

			expect(flags.filter((flag) => !flag.description.startsWith('Whether '))).toEqual([]);
		});

		it('takes its own example, and needs what it calls required', () => {
			const example: Readonly<Record<string, unknown>> = operation.example;

			expect(operation.params.safeParse(example).success).toBe(true);
			for (const parameter of parameters.filter((one) => one.required)) {
				const { [parameter.name]: _, ...rest } = example;
				expect(operation.params.safeParse(rest).success).toBe(false);
			}
		});

		it('takes input exactly when it needs files', () => {
			const names = parameters.map((parameter) => parameter.name);

			expect(names.includes('input')).toBe(operation.input !== 'none');
		});
	},
);

describe('defineOperation', () => {
	const whole = {
		name: 'test',
		title: 'Test',
		action: 'Test a file',
		summary: 'Tests.',
		family: 'file',
		input: 'each',
		engines: [],
		common: [],
		result: 'Nothing.',
	} as const;

	it('refuses an example that its own schema refuses', async () => {
		const { z } = await import('@filemill/operations');

		expect(() =>
			defineOperation({
				...whole,
				params: z.object({ pages: z.string() }),
				example: { input: 'a' },
			}),
		).toThrow(/Example of "test"/);
	});

	it('refuses a parameter that no editor could show', async () => {
		const { z } = await import('@filemill/operations');
		const odd = defineOperation({
			...whole,
			params: z.object({ odd: z.date().meta({ title: 'Odd', description: 'A date.' }).optional() }),
			example: { input: 'a' },
		});

		expect(() => describeParameters(odd)).toThrow(/test: odd/);
	});
});
