import { describe, expect, it } from '@jest/globals';
import { suggestFilename } from '../../../service/files/suggest-filename.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('suggestFilename', () => {
	it.each([
		['attachment; filename="a b.pdf"', '', '/x.bin', 'a b.pdf'],
		["attachment; filename=x.pdf; filename*=UTF-8''%e2%82%ac.pdf", '', '/', '€.pdf'],
		['attachment; filename="../../etc/passwd"', '', '/', 'passwd'],
		['attachment; filename=".."', '', '/fallback.pdf', 'fallback.pdf'],
		[undefined, '', '/files/report%20final.docx', 'report final.docx'],
		[undefined, '', '/files/..%2f..%2fetc%2fpasswd', 'passwd'],
		[undefined, '', '/%ZZ.pdf', '%ZZ.pdf'],
		[undefined, 'application/pdf; charset=binary', '/', 'file.pdf'],
		[undefined, docx, '/export', 'export.docx'],
		[undefined, 'application/octet-stream', '/', 'file'],
		[undefined, 'no type', '/', 'file'],
		[undefined, 'image/jpeg', '/photo.png', 'photo.png'],
	])('takes of %s, %s and %s the name %s', (disposition, contentType, path, expected) => {
		const url = new URL(path, 'https://example.com');

		expect(suggestFilename({ disposition, contentType, url })).toBe(expected);
	});
});
