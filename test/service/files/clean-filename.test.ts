import { describe, expect, it } from '@jest/globals';
import { cleanFilename, uniqueFilenames } from '../../../service/files/clean-filename.ts';

describe('cleanFilename', () => {
	it.each([
		['report.docx', 'report.docx'],
		['Gebühren 2024 – Übersicht.pdf', 'Gebühren 2024 – Übersicht.pdf'],
		['家族👨‍👩‍👧.pdf', '家族👨‍👩‍👧.pdf'],
		['..\\..\\x', 'x'],
		['C:\\x', 'x'],
		['C:x', 'C_x'],
		['/abs', 'abs'],
		['folder/', 'folder'],
		['a/../../b', 'b'],
		['a/..\\b.pdf', 'b.pdf'],
		['file.txt::$DATA', 'file.txt__$DATA'],
		['.htaccess', 'htaccess'],
		['...hidden. . ', 'hidden'],
		['  spaced.pdf  ', 'spaced.pdf'],
		['CON', '_CON'],
		['con.txt', '_con.txt'],
		['LPT1.tar.gz', '_LPT1.tar.gz'],
		['console.txt', 'console.txt'],
		['what?<is>|"this*".pdf', 'what__is___this__.pdf'],
		['exe.\u202egpj', 'exe.gpj'],
		['\u2066a\u2069\u200f.pdf', 'a.pdf'],
		['Ge\u0062u\u0308hr.pdf', 'Gebühr.pdf'],
		['lone\ud800.pdf', 'lone\ufffd.pdf'],
		['-rf.pdf', '-rf.pdf'],
	])('makes of %j the name %j', (name, expected) => {
		expect(cleanFilename(name)).toBe(expected);
	});

	it.each(['', '.', '..', '../', ' . ', 'a\0.pdf', 'a\n-if', 'a\r.pdf', 'a\u0085b', '\u202e'])(
		'makes nothing of %j',
		(name) => {
			expect(cleanFilename(name)).toBeUndefined();
		},
	);

	it.each([
		['a', `${'a'.repeat(251)}.pdf`],
		['ü', `${'ü'.repeat(125)}.pdf`],
		['👍', `${'👍'.repeat(62)}.pdf`],
	])('shortens 400 times "%s" to 255 bytes and keeps the extension', (letter, expected) => {
		expect(cleanFilename(`${letter.repeat(400)}.pdf`)).toBe(expected);
	});

	it('shortens what only looks like an extension', () => {
		expect(cleanFilename(`a.${'b'.repeat(400)}`)).toBe(`a.${'b'.repeat(253)}`);
	});
});

describe('uniqueFilenames', () => {
	it('counts on until a name is free, without regard to case', () => {
		const unique = uniqueFilenames();

		expect(
			['a.pdf', 'a-2.pdf', 'A.PDF', 'a.pdf', 'a.tar.gz', 'a.tar.gz', 'readme', 'README'].map(
				unique,
			),
		).toEqual([
			'a.pdf',
			'a-2.pdf',
			'A-3.PDF',
			'a-4.pdf',
			'a.tar.gz',
			'a-2.tar.gz',
			'readme',
			'README-2',
		]);
	});

	it('stays within 255 bytes', () => {
		const unique = uniqueFilenames();
		const long = `${'a'.repeat(251)}.pdf`;
		unique(long);

		expect(unique(long)).toBe(`${'a'.repeat(249)}-2.pdf`);
	});
});
