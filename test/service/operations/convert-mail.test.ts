import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../harness/client.ts';
import { fixture } from '../../harness/fixtures.ts';
import { operate } from '../../harness/operate.ts';
import { startService, type TestService } from '../../harness/start-service.ts';
import { type MsgDraft, writeMsg } from '../../harness/write-msg.ts';
import { picturesIn, textOf } from '../engines/inspect.ts';
import { type Canary, startCanary, vectors } from './canary.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'filemill-mail-'));
const eml = fixture('mail/report.eml');
const dot = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
	'base64',
);
const draft: MsgDraft = {
	subject: 'Grüße aus der Mühle',
	from: { name: 'Anna Müller', address: 'anna@example.org' },
	to: { name: 'Bob', address: 'bob@example.org' },
	sent: new Date('2024-05-19T10:15:00Z'),
};

let service: TestService;
let canary: Canary;

beforeAll(async () => {
	canary = await startCanary();
	service = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1' });
});

afterAll(async () => {
	await service?.stop();
	canary?.close();
	await rm(folder, { recursive: true });
});

describe('convert of mails', () => {
	it('prints who wrote to whom, the text, and its pictures', async () => {
		const { paths, result, task } = await convertFile(eml, { output_format: 'pdf' });

		const text = await textOf(paths[0]);
		expect(text).toMatch(/Bericht für Mai\s+From +Anna Müller <anna@example\.org>/);
		expect(text).toMatch(/To +Bob <bob@example\.org>, "Reed, Jane" <jane@example\.org>/);
		expect(text).toMatch(/Date +Sun, 19 May 2024 12:15:00 \+0200/);
		expect(text).toMatch(/May +1200/);
		expect(text).not.toContain('A script ran');
		expect(await picturesIn(paths[0])).toBeGreaterThan(0);
		expect(task.engine).toBe('mailtool');
		expect(result).toMatchObject({ pages: 1 });
	});

	it('lists what a mail carries, and says that it is not converted', async () => {
		const { paths, result } = await convertFile(eml, { output_format: 'html' });

		const html = readFileSync(paths[0] ?? '', 'utf8');
		expect(html).toMatch(/<li>Übersicht\.pdf \(9 bytes\)<\/li><li>message\.eml \(\d\d bytes\)/);
		expect(html).not.toContain('bars.png');
		expect(result.attachments).toEqual([
			{ filename: 'Übersicht.pdf', size: 9 },
			{ filename: 'message.eml', size: expect.any(Number) },
		]);
		expect(result.warnings).toEqual([
			'"report.eml" carries 2 files, which are listed and not converted.',
			'"report.eml" shows 1 picture from the web; nothing was loaded.',
		]);
	});

	it('becomes Markdown with its tables and links', async () => {
		const { paths } = await convertFile(eml, { output_format: 'md' });

		const text = readFileSync(paths[0] ?? '', 'utf8');
		expect(text).toMatch(/^# Bericht für Mai\n\n\| From \| Anna Müller/);
		expect(text).toMatch(/\| Month \| Sacks \|\n\|-+\|-+\|\n\| April \| 980 {3}\|/);
		expect(text).toContain('Grüße, [Anna](https://example.org)');
	});

	it('becomes text, also where it has HTML alone', async () => {
		const { paths } = await convertFile(eml, { output_format: 'txt' });

		const text = readFileSync(paths[0] ?? '', 'utf8');
		expect(text).toMatch(/Hello all,\n\nthese are the numbers of the mill:/);
		expect(text).not.toMatch(/<(p|b|td)\b/);
	});

	it('keeps plain text as it was sent', async () => {
		const mail = 'From: a@b.example\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\na  <b>\n\n> c\n';
		const { paths } = await convert('plain.eml', mail, { output_format: 'txt' });

		expect(readFileSync(paths[0] ?? '', 'utf8')).toBe(
			'From: a@b.example\nSubject: Grüße\n\na  <b>\n\n> c\n',
		);
	});

	it('loads nothing from anywhere and runs nothing', async () => {
		const body = vectors.replaceAll('AT', `127.0.0.1:${canary.port}`);
		const mail = `From: a@b.example\nContent-Type: text/html\n\n<meta http-equiv="refresh" content="0;url=http://127.0.0.1:${canary.port}/"><iframe src="file:///etc/passwd"></iframe>${body}`;
		const { paths } = await convert('reaching.eml', mail, { output_format: 'pdf' });

		expect(await textOf(paths[0])).toContain('Reaching');
		expect(await textOf(paths[0])).not.toContain('root:');
		expect(canary.hits).toEqual([]);
	});
});

describe('convert of messages of Outlook', () => {
	it('prints a message in HTML with the pictures inside', async () => {
		const msg = writeMsg({
			...draft,
			html: '<p>See <b>this</b> <img src="cid:dot" width="20" height="20"></p>',
			attachments: [
				{ filename: 'dot.png', content: dot, contentId: 'dot', type: 'image/png' },
				{ filename: 'Übersicht.pdf', content: Buffer.alloc(5000, 1) },
			],
		});
		const { paths, result } = await convert('letter.msg', msg, { output_format: 'pdf' });

		const text = await textOf(paths[0]);
		expect(text).toMatch(/Grüße aus der Mühle\s+From +Anna Müller <anna@example\.org>/);
		expect(text).toMatch(/Date +Sun, 19 May 2024 10:15:00 GMT/);
		expect(text).toContain('Übersicht.pdf (5 KB)');
		expect(await picturesIn(paths[0])).toBeGreaterThan(0);
		expect(result.attachments).toEqual([{ filename: 'Übersicht.pdf', size: 5000 }]);
	});

	it('finds the HTML that Outlook keeps in its RTF', async () => {
		const rtf = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 From rtf, {\*\htmltag84 <b>}bold gr\'fc\'dfe{\*\htmltag92 </b>}\htmlrtf\par}\htmlrtf0{\*\htmltag72 </p>}}`;
		const { paths } = await convert('rtf.msg', writeMsg({ ...draft, rtf }), {
			output_format: 'md',
		});

		expect(readFileSync(paths[0] ?? '', 'utf8')).toContain('From rtf, **bold grüße**');
	});

	it('takes the text of one that has no other', async () => {
		const msg = writeMsg({ ...draft, text: 'Just text\nSecond line' });
		const { paths } = await convert('text.msg', msg, { output_format: 'txt' });

		expect(readFileSync(paths[0] ?? '', 'utf8')).toMatch(/^From: .*\n[\s\S]*\n\nJust text\nSecond/);
	});
});

describe('convert of what is no mail', () => {
	const whole = writeMsg({ ...draft, text: 'Text' });

	it.each([
		['empty.eml', '', 'EMPTY_FILE'],
		['notes.eml', 'Dear Bob,\n\nhow are you?\n', 'INVALID_FILE'],
		['picture.eml', dot, 'FORMAT_MISMATCH'],
		['cut.msg', whole.subarray(0, 700), 'INVALID_FILE'],
		['text.msg', 'From: a@b.example\n\nText', 'INVALID_FILE'],
	])('refuses %s', async (name, content, code) => {
		const { task } = await convert(name, content, { output_format: 'pdf' });

		expect(task).toMatchObject({ status: 'error', code });
		expect(task.message).toContain(name);
	});

	it('ends soon with a mail of ten thousand levels', async () => {
		const open = Array.from({ length: 10_000 }, (_, level) => {
			return `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`;
		});
		const { task } = await convert('deep.eml', `From: a@b.example\n${open.join('')}`, {
			output_format: 'html',
		});

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_FILE' });
	});
});

function convert(filename: string, content: string | Buffer, params: object) {
	const file = path.join(mkdtempSync(path.join(folder, 'f-')), filename);
	writeFileSync(file, content);
	return convertFile(file, params);
}

function convertFile(file: string, params: object) {
	return operate(new Client(service), 'convert', { ...params }, [file]);
}
