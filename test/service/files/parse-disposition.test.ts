import { describe, expect, it } from '@jest/globals';
import { parseDisposition } from '../../../service/files/parse-disposition.ts';

/** As Node hands over bytes of a header. */
const onTheWire = (header: string) => Buffer.from(header, 'utf8').toString('latin1');

describe('parseDisposition', () => {
	it.each([
		['attachment; filename=report.pdf', 'report.pdf'],
		['attachment; filename="a b.pdf"', 'a b.pdf'],
		['attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
		['attachment;filename*=UTF-8\'\'%e2%82%ac.pdf;filename="x.pdf"', '€.pdf'],
		["attachment; filename*=iso-8859-1''Geb%FChr.pdf", 'Gebühr.pdf'],
		["attachment; filename*=UTF-8''%ZZ; filename=ok.pdf", 'ok.pdf'],
		['attachment; filename="Gebühr.pdf"', 'Gebühr.pdf'],
		['attachment; filename=Gebühr.pdf', 'Gebühr.pdf'],
		['ATTACHMENT; FILENAME=x.pdf', 'x.pdf'],
		['attachment', undefined],
		['inline; size=12', undefined],
	])('reads the name in %s', (header, expected) => {
		expect(parseDisposition(onTheWire(header)).filename).toBe(expected);
	});

	it('takes bytes that are not UTF-8 for Latin-1', () => {
		expect(parseDisposition('attachment; filename="Geb\xfchr.pdf"').filename).toBe('Gebühr.pdf');
	});

	it.each([
		['form-data;name="file";filename=my report 1.pdf', 'my report 1.pdf'],
		['form-data;name="file";filename=a; b.pdf', 'a; b.pdf'],
		['form-data;name="file";filename=say "hi".pdf', 'say "hi".pdf'],
		['form-data;name="file";filename=Gebühr €.pdf', 'Gebühr €.pdf'],
		['form-data;filename=a b.pdf;name="file"', 'a b.pdf'],
		["form-data; name=file; filename=a b; filename*=UTF-8''c.pdf", 'c.pdf'],
		['form-data; name="file"; filename="Gebühr.pdf"', 'Gebühr.pdf'],
		['form-data; name="file"; filename="C:\\temp\\a.pdf"', 'C:\\temp\\a.pdf'],
		['form-data; name="file"; filename="a%22b.pdf"', 'a"b.pdf'],
		['form-data; name="file"; filename="filename=x; y.pdf"', 'filename=x; y.pdf'],
		['form-data; name="file"; filename=""', ''],
	])('reads the part of a form %s', (header, filename) => {
		expect(parseDisposition(onTheWire(header), { form: true })).toEqual({ name: 'file', filename });
	});

	it('reads the field of a form', () => {
		expect(parseDisposition('form-data;name=key', { form: true })).toEqual({ name: 'key' });
	});
});
