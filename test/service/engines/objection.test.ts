import { operations } from '@filemill/operations';
import { describe, expect, it } from '@jest/globals';
import { type Choice, chooseEngine } from '../../../service/engines/choose-engine.ts';
import { listConversions } from '../../../service/engines/conversions.ts';
import { findObjection } from '../../../service/engines/objection.ts';
import { findEngines, packagesOf } from '../../../service/engines/programs.ts';

const installed = await findEngines();

/** A machine that lacks some engines. */
function without(...missing: string[]): Choice {
	const rest = installed.filter(({ name }) => !missing.includes(name));
	return {
		installed: rest,
		conversions: listConversions(rest),
		languages: { codes: [], canOrient: false },
	};
}

// The engine of an archive depends on its format.
const withEngines = operations.filter(
	({ name, engines }) => engines.length > 0 && name !== 'archive',
);

describe('a machine that lacks the engines of an operation', () => {
	it.each(withEngines.map((operation) => [operation.name, operation] as const))(
		'says which packages bring those of %s',
		(name, { engines }) => {
			const objection = findObjection(without(...engines), name, { output_format: 'pdf' });

			expect(objection?.parameter).toBe('engine');
			for (const engine of engines) {
				expect(objection?.message).toContain(engine);
				expect(objection?.message).toContain(packagesOf([engine]));
				expect(packagesOf([engine])).toMatch(/package|Filemill itself/);
			}
		},
	);

	it('says which package brings the one that writes an archive', () => {
		const objection = (format: string) =>
			findObjection(without('7zip'), 'archive', { output_format: format });

		expect(objection('7z')).toMatchObject({
			parameter: 'engine',
			message: expect.stringMatching(/7zip is not: install the package 7zip/),
		});
		expect(objection('zip')).toBeUndefined();
	});

	it('says so too when the engine has gone since the job was accepted', () => {
		expect(() => chooseEngine(without('qpdf'), 'pdf/encrypt')).toThrow(
			expect.objectContaining({
				code: 'ENGINE_MISSING',
				message: 'Engine "qpdf" is not installed on this service: install the package qpdf.',
			}),
		);
	});

	it('names the engine that a conversion would need', () => {
		const params = { input_format: 'docx', output_format: 'pdf' };

		expect(findObjection(without('libreoffice'), 'convert', params)).toEqual({
			parameter: 'output_format',
			message:
				'needs libreoffice to make pdf of docx, which is not installed: install the packages libreoffice-writer-nogui and python3-uno',
		});
		expect(findObjection(without('poppler'), 'convert', params)).toBeUndefined();
	});
});

describe('a version that is not installed', () => {
	it.each(withEngines.map((operation) => [operation.name, operation] as const))(
		'is answered with those that are there for %s',
		(name, { engines }) => {
			const objection = findObjection(without(), name, { engine_version: '0.0.1' });

			expect(objection?.parameter).toBe('engine_version');
			for (const engine of engines) {
				const version = installed.find((one) => one.name === engine)?.version;
				expect(objection?.message).toContain(`${version} of ${engine}`);
			}
		},
	);

	it('is also named by its beginning', () => {
		const version = installed.find(({ name }) => name === 'qpdf')?.version ?? '';
		const [major = ''] = version.split('.');

		for (const engine_version of [version, major])
			expect(findObjection(without(), 'pdf/encrypt', { engine_version })).toBeUndefined();
	});
});
