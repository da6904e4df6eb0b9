import { describe, expect, it } from '@jest/globals';
import { findMissingSandbox, withoutSteered } from '../../../service/engines/needs-sandbox.ts';

describe('a machine that can make no sandbox', () => {
	it('has no browser, and says how the operator may do without', () => {
		const installed = ['qpdf', 'chrome', 'libreoffice'].map((name) => ({ name, version: '1' }));

		expect(withoutSteered(installed).map(({ name }) => name)).toEqual(['qpdf', 'libreoffice']);
		expect(findMissingSandbox('capture-website')).toMatchObject({
			parameter: 'operation',
			message: expect.stringContaining('FILEMILL_ALLOW_UNSANDBOXED'),
		});
	});

	it('does what needs none', () => {
		for (const name of ['convert', 'merge', 'pdf/encrypt', 'import/url', 'export/url'] as const)
			expect(findMissingSandbox(name)).toBeUndefined();
	});
});
