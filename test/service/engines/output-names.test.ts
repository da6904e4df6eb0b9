import { describe, expect, it } from '@jest/globals';
import { nameOfPart, nameOutputs, nameWithFormat } from '../../../service/engines/output-names.ts';

describe('nameOutputs', () => {
	it.each([
		[['a.pdf'], undefined, ['a.pdf']],
		[['a.pdf', 'A.pdf', 'a.pdf'], undefined, ['a.pdf', 'A-2.pdf', 'a-3.pdf']],
		[['a.pdf'], 'b.pdf', ['b.pdf']],
		[['a.pdf', 'c.pdf'], 'b.pdf', ['b-1.pdf', 'b-2.pdf']],
		[['a.pdf', 'c.pdf'], 'page %d of all.pdf', ['page 1 of all.pdf', 'page 2 of all.pdf']],
		[['a.pdf'], 'p%04d.pdf', ['p0001.pdf']],
		[['a.pdf', 'c.pdf'], '100%s.pdf', ['100%s-1.pdf', '100%s-2.pdf']],
		[['a.pdf'], '../../etc/passwd', ['passwd']],
		[['a.pdf'], '..', ['file']],
	])('names %j after %j', (defaults, wanted, names) => {
		expect(nameOutputs(defaults, wanted)).toEqual(names);
	});

	it('keeps names within 255 bytes', () => {
		const [first = '', second = ''] = nameOutputs(['a.pdf', 'b.pdf'], `${'ü'.repeat(200)}.pdf`);

		expect(Buffer.byteLength(first)).toBeLessThanOrEqual(255);
		expect([first.slice(-4), second.slice(-4)]).toEqual(['.pdf', '.pdf']);
		expect(first).not.toBe(second);
	});
});

describe('nameWithFormat', () => {
	it('changes the extension', () => {
		expect(nameWithFormat('report.final.docx', 'pdf')).toBe('report.final.pdf');
		expect(nameWithFormat('README', 'pdf')).toBe('README.pdf');
		expect(nameOfPart('report.pdf', 7, 'png')).toBe('report-7.png');
	});
});
