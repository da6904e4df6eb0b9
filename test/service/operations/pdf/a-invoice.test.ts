import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { Client } from '../../../harness/client.ts';
import { fixture } from '../../../harness/fixtures.ts';
import { operate } from '../../../harness/operate.ts';
import { startService, type TestService } from '../../../harness/start-service.ts';

let service: TestService;
let client: Client;
let folder: string;

beforeAll(async () => {
	service = await startService();
	client = new Client(service);
	folder = await mkdtemp(path.join(tmpdir(), 'filemill-invoice-'));
});

afterAll(() => service.stop());

const attach = (xml: string, page = fixture('pdf/pages-3.pdf')) =>
	operate(client, 'pdf/a', {}, [page], { xml });

/** A copy of a valid invoice with a change. */
async function changed(name: string, change: (xml: string) => string): Promise<string> {
	const file = path.join(folder, name);
	await writeFile(file, change(await readFile(fixture('invoices/en16931.xml'), 'utf8')));
	return file;
}

describe('pdf/a with an invoice', () => {
	it.each([
		['invoices/en16931.xml', 'factur-x.xml', 'EN 16931', '1.0'],
		['invoices/xrechnung.xml', 'xrechnung.xml', 'XRECHNUNG', '1.2'],
	])('attaches %s under the name and level of its profile', async (xml, name, level, version) => {
		const { paths, result } = await attach(fixture(xml));

		const [file = ''] = paths;
		expect(result.conformance).toMatchObject({ level: '3b', valid: true });
		expect(result.invoice).toMatchObject({ profile: level, filename: name, number: '123' });
		expect(await attached(file)).toEqual({ [name]: await readFile(fixture(xml), 'utf8') });
		const { stdout } = await execa('/usr/bin/exiftool', ['-j', '-XMP-fx:all', file]);
		expect(JSON.parse(stdout)[0]).toMatchObject({
			DocumentType: 'INVOICE',
			DocumentFileName: name,
			ConformanceLevel: level,
			Version: Number(version),
		});
		const { stdout: objects } = await execa('/usr/bin/qpdf', ['--json', file]);
		expect(objects).toContain('"/AFRelationship": "/Alternative"');
	});

	it('puts a new invoice in the place of an old one', async () => {
		const { paths } = await attach(fixture('invoices/en16931.xml'), fixture('pdf/factur-x.pdf'));

		const files = await attached(paths[0] ?? '');
		expect(Object.keys(files)).toEqual(['factur-x.xml']);
		expect(files['factur-x.xml']).toBe(await readFile(fixture('invoices/en16931.xml'), 'utf8'));
	});

	it.each<[string, (xml: string) => string, string]>([
		['is not closed', (xml) => xml.slice(0, -40), 'is no well-formed XML (line'],
		[
			'brings entities',
			(xml) => xml.replace('?>', '?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
			'has a document type',
		],
		[
			'is UBL',
			() => '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
			'is a UBL invoice; PDFs hold invoices in the syntax CII',
		],
		['is something else', () => '<a/>', 'is no invoice that could be attached'],
		[
			'is of an unknown profile',
			(xml) => xml.replace('urn:cen.eu:en16931:2017', 'urn:example:2030'),
			'names the guideline "urn:example:2030", which is none of the profiles MINIMUM, BASIC WL',
		],
		[
			'breaks its schema',
			(xml) => xml.replaceAll('ram:DuePayableAmount', 'ram:Unheard'),
			'is no valid invoice of the profile EN 16931: line',
		],
		[
			'does not add up',
			(xml) =>
				xml.replace(
					/(<ram:GrandTotalAmount[^>]*>)[^<]*/,
					(_, start: string) => `${start}999999.99`,
				),
			'has a total with VAT (BT-112) that is not the total without VAT plus the VAT (BR-CO-15)',
		],
		[
			'names no seller',
			(xml) => xml.replace(/(<ram:SellerTradeParty>[\s\S]*?<ram:Name>)[^<]*/, '$1 '),
			'does not name the seller (BT-27) (BR-06)',
		],
	])('refuses an invoice that %s, before any work', async (_, change, reason) => {
		const { task } = await attach(await changed('invoice.xml', change));

		expect(task).toMatchObject({ status: 'error', code: 'INVALID_INVOICE' });
		expect(task.message).toContain('File "invoice.xml" ');
		expect(task.message).toContain(reason);
		expect(task.message).not.toContain('/input/');
	});
});

async function attached(file: string): Promise<Record<string, string>> {
	const target = await mkdtemp(path.join(folder, 'attached-'));
	await execa('/usr/bin/pdfdetach', ['-saveall', '-o', target, file]);
	const names = await readdir(target);
	const contents = names.map((name) => readFile(path.join(target, name), 'utf8'));
	return Object.fromEntries((await Promise.all(contents)).map((one, at) => [names[at], one]));
}
