import { describe, expect, it } from '@jest/globals';
import { extensionOf, stemOf } from '../../../service/engines/extension.ts';

describe('extensionOf and stemOf', () => {
	it.each([
		['a.PDF', 'pdf', 'a'],
		['data.tar.gz', 'tar.gz', 'data'],
		['Data.TAR.Zst', 'tar.zst', 'Data'],
		['.tar.gz', 'gz', '.tar'],
		['report', '', 'report'],
		['my.tar report.txt', 'txt', 'my.tar report'],
	])('parts "%s"', (name, extension, stem) => {
		expect([extensionOf(name), stemOf(name)]).toEqual([extension, stem]);
	});
});
