import { describe, expect, it } from '@jest/globals';
import { operations } from '../../../operations/index.ts';
import { generate } from '../../../scripts/generate/node-red.ts';

const files = new Map(generate().map(({ path, content }) => [path, content]));

/** What Node-RED's checker reads of the editor without running it. */
const literals = {
	category: /^\t\t\tcategory: '[^']+',$/m,
	color: /^\t\t\tcolor: '#[0-9A-F]{6}',$/m,
	icon: /^\t\t\ticon: 'filemill-\w+\.svg',$/m,
	inputs: /^\t\t\tinputs: [01],$/m,
	outputs: /^\t\t\toutputs: 1,$/m,
	defaults: /^\t\t\tdefaults: \{$/m,
	credentials: /^\t\t\tcredentials: \{.*\},$/m,
};

describe.each(operations.map((one) => [one.name, one] as const))(
	'the editor of %s',
	(name, operation) => {
		const type = `filemill-${operation.family}`;
		const page = files.get(`nodes/node-red/${type}.html`) ?? '';
		const words = JSON.parse(files.get(`nodes/node-red/locales/en-US/${type}.json`) ?? '{}');
		const offered = Object.keys(operation.params.shape).filter(
			(parameter) => parameter !== 'input' && parameter !== 'redirect',
		);

		it('offers each parameter, with words for it', () => {
			const [, constant = ''] = page.split(`'${name}': [\n`);
			const [fields = ''] = constant.split('\n\t\t\t],');

			const shown = fields
				.split('\n')
				.map((line) => JSON.parse(line.trim().replace(/,$/, '')).name);

			expect(shown).toEqual(expect.arrayContaining(offered));
			expect(Object.keys(words.operations[name].params)).toEqual(shown);
		});

		it('explains it in the help, in lists that Node-RED can read', () => {
			const [, help = ''] = page.split('<script type="text/markdown"');
			const entries = help.split('\n').filter((line) => line.startsWith(': '));

			expect(help).toContain(`(\`${name}\`)`);
			for (const entry of entries) expect(entry).toMatch(/^: [^:]+\([^:]+\) : [^:]+$/);
		});

		it('keeps secrets as credentials', () => {
			const secrets = Object.entries(operation.params.shape)
				.filter(([, schema]) => schema.meta()?.secret)
				.map(([parameter]) => parameter);

			for (const secret of secrets) {
				expect(page).toContain(`secret_${secret}: { type: 'password' }`);
				expect(page).toContain(`id="node-input-secret_${secret}"`);
			}
		});
	},
);

describe.each([...files.keys()].filter((path) => path.endsWith('.html')))('%s', (path) => {
	it.each(Object.entries(literals))('says its %s literally', (_, pattern) => {
		expect(files.get(path)).toMatch(pattern);
	});

	it('has a script that is valid and not ended by a text in it', () => {
		const scripts = files.get(path)?.match(/<script type="text\/javascript">([\s\S]*?)<\/script>/);

		expect(() => new Function(scripts?.[1] ?? '(')).not.toThrow();
	});
});
