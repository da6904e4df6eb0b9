import { execFile, execFileSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fixture } from '../../harness/fixtures.ts';
import { code, configNode, type FlowAnswer, filemill, type Step } from './flow.ts';
import { type Hosts, startHosts } from './hosts.ts';

let hosts: Hosts;

beforeAll(async () => {
	hosts = await startHosts();
});

afterAll(() => hosts?.stop());

describe('a chain of nodes', () => {
	it('runs as one job, from Import to Export', async () => {
		await hosts.deploy([
			filemill('import', 'import/upload'),
			filemill('pdf', 'pdf/rotate-pages', { rotation: '+90' }),
			filemill('file', 'merge', { output_format: 'pdf', filename: 'turned.pdf' }),
			filemill('export', 'export/url', {}, { give: 'both' }),
		]);
		let answer: FlowAnswer = {};

		const made = await hosts.jobsDuring(async () => {
			answer = await hosts.send('pdf/pages-3.pdf', 'pages-3.pdf');
		});

		expect(made).toHaveLength(1);
		expect(made[0]?.tasks.map(({ operation }) => operation).sort()).toEqual([
			'export/url',
			'import/upload',
			'merge',
			'pdf/rotate-pages',
		]);
		expect(answer).toMatchObject({ filename: 'turned.pdf', result: { jobId: made[0]?.id } });
		expect(answer.url).toBe(answer.result?.url);
		expect(rotations(answer)).toEqual(['90', '90', '90']);
	});

	it('works on files of the disk of the service, which never pass the flow', async () => {
		const { data } = hosts.service;
		await copyFile(fixture('pdf/pages-3.pdf'), path.join(data, 'scan.pdf'));
		await hosts.deploy([
			filemill('import', 'import/file', { path: path.join(data, 'scan.pdf') }),
			filemill('pdf', 'pdf/rotate-pages', { rotation: '+90' }),
			filemill('export', 'export/file', { path: path.join(data, 'done') }),
		]);

		const answer = await hosts.post(Buffer.from('start'), 'start.txt');

		expect(answer).toMatchObject({ filename: 'scan.pdf' });
		const { stdout } = await promisify(execFile)('pdfinfo', [
			...['-l', '3'],
			path.join(data, 'done/scan.pdf'),
		]);
		expect(stdout.match(/(?<=rot: +)\d+/g)).toEqual(['90', '90', '90']);
	});

	it('joins the drafts of two branches in order, and takes values from the message', async () => {
		await hosts.deploy([
			code('msg.pages = "2"; return [[{ ...msg }, { ...msg, pages: "3" }]];'),
			filemill('import', 'import/upload'),
			filemill(
				'pdf',
				'pdf/extract-pages',
				{},
				{ params: { pages: { type: 'msg', value: 'pages' } } },
			),
			joinTwo,
			filemill('file', 'merge', { output_format: 'pdf' }),
			filemill('export', 'export/url'),
		]);

		const answer = await hosts.send('pdf/pages-3.pdf', 'pages-3.pdf');

		const pages = pdfText(answer)
			.split('\f')
			.filter((page) => page.trim() !== '');
		expect(pages).toHaveLength(2);
		expect(pages[0]).toContain('2');
		expect(pages[1]).toContain('3');
	});
});

describe('an operation node with a file before it', () => {
	it('gives the file converted', async () => {
		await hosts.deploy([filemill('file', 'convert', { output_format: 'pdf' })]);

		const answer = await hosts.send('office/pages-3.docx', '/some/folder/report.docx');

		expect(answer.filename).toBe('report.pdf');
		expect(execFileSync('pdfinfo', ['-'], { input: contentOf(answer) }).toString()).toMatch(
			/Pages:\s+3/,
		);
	});

	it('takes a file of any kind without a name', async () => {
		await hosts.deploy([filemill('pdf', 'pdf/rotate-pages', { rotation: '180' })]);

		const answer = await hosts.send('pdf/pages-3.pdf', '');

		expect(rotations(answer)).toEqual(['180', '180', '180']);
	});

	it('gives what was found out', async () => {
		await hosts.deploy([filemill('metadata', 'metadata')]);

		const answer = await hosts.send('pdf/pages-12.pdf', 'pages.pdf');

		expect(answer.payload).toMatchObject({ metadata: { PageCount: 12 } });
	});

	it('merges an array of files in its order', async () => {
		await hosts.deploy([
			code('return [[{ ...msg }, { ...msg, payload: "second" }]];'),
			joinTwo,
			filemill('file', 'merge', { output_format: 'pdf' }),
		]);

		const answer = await hosts.send('pdf/titled-alpha.pdf', 'alpha.pdf');

		expect(pdfText(answer)).toMatch(/Page 2[\s\S]*second/);
	});
});

describe('several files', () => {
	it('come as a sequence that Join puts together again', async () => {
		await hosts.deploy([
			filemill('import', 'import/upload'),
			filemill('import', 'import/raw', { file: 'second', filename: 'second.txt' }),
			filemill('export', 'export/url'),
			{ type: 'join', mode: 'auto' },
			code('msg.payload = msg.payload.map(String); return msg;'),
		]);

		const answer = await hosts.post(Buffer.from('first'), 'first.txt');

		expect(answer.payload).toEqual(['first', 'second']);
	});
});

describe('a failure', () => {
	it('reaches Catch with the task and what to do, and leaves the node usable', async () => {
		await hosts.deploy([
			filemill('file', 'convert', { output_format: 'pdf' }, { name: 'Make a PDF' }),
		]);

		const { error } = await hosts.post(Buffer.from('%PDF-nonsense'), 'broken.docx');
		const answer = await hosts.send('office/pages-3.docx', 'report.docx');

		expect(error?.message).toMatch(/^Error: Task "make-a-pdf-\w+": .+\. \S.+\./);
		expect(error?.cause.task).toMatch(/^make-a-pdf-/);
		expect(error?.code).toBeTruthy();
		expect(error?.cause.jobId).toMatch(/^[0-9a-f-]{36}$/);
		expect(answer.filename).toBe('report.pdf');
	});

	it('says that the key is wrong', async () => {
		await hosts.deploy(
			[filemill('export', 'export/url', {}, { service: 'wrong' })],
			[configNode('wrong', hosts.service.url, 'wrong-key')],
		);

		const { error } = await hosts.post(Buffer.from('text'), 'note.txt');

		expect(error?.code).toBe('UNAUTHENTICATED');
		expect(error?.message).toContain('API key');
	});

	it('says what is missing in the node or the message', async () => {
		await hosts.deploy([
			filemill(
				'pdf',
				'pdf/extract-pages',
				{},
				{ params: { pages: { type: 'msg', value: 'which' } } },
			),
		]);

		const { error } = await hosts.send('pdf/pages-3.pdf', 'pages-3.pdf');

		expect(error?.message).toContain('"Pages" is empty: msg.which holds nothing.');
	});

	it('says that a draft has lost its files', async () => {
		await hosts.deploy([
			filemill('import', 'import/upload'),
			code(
				'return { ...msg, payload: undefined, filemill: JSON.parse(JSON.stringify(msg.filemill)) };',
			),
			filemill('export', 'export/url'),
		]);

		const { error } = await hosts.post(Buffer.from('text'), 'note.txt');

		expect(error?.message).toContain('The content of "note.txt" is no longer with its draft.');
	});
});

const joinTwo: Step = {
	type: 'join',
	mode: 'custom',
	build: 'array',
	property: 'payload',
	propertyType: 'msg',
	count: '2',
	useparts: false,
};

function contentOf({ content, ...rest }: FlowAnswer): Buffer {
	if (content === undefined) throw new Error(`No file came: ${JSON.stringify(rest)}`);
	return Buffer.from(content, 'base64');
}

function pdfText(answer: FlowAnswer): string {
	return execFileSync('pdftotext', ['-', '-'], { input: contentOf(answer) }).toString();
}

function rotations(answer: FlowAnswer): string[] {
	const report = execFileSync('pdfinfo', ['-f', '1', '-l', '100', '-'], {
		input: contentOf(answer),
	}).toString();
	return [...report.matchAll(/rot:\s+(\d+)/g)].map(([, degrees = '']) => degrees);
}
