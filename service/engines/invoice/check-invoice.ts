import { readFile } from 'node:fs/promises';
import { InvalidFileError, InvalidOptionError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import type { InputFile } from '../handler.ts';
import type { AttachedInvoice } from '../pdf-lib/pdfa/invoice.ts';
import type { Sandbox } from '../sandbox.ts';
import { findProfile, profileNames } from './profiles.ts';
import { rulesOf } from './rules.ts';
import { openXml } from './xmllint.ts';

/** An invoice that may be attached. */
export interface CheckedInvoice {
	readonly file: InputFile;
	readonly attached: AttachedInvoice;
	/** For the result. */
	readonly facts: Readonly<Record<string, unknown>>;
}

const maxBytes = 20 * 1024 * 1024;
const cii = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const other: readonly (readonly [namespace: RegExp, name: string])[] = [
	[/^urn:oasis:names:specification:ubl:/, 'a UBL invoice'],
	[
		/^urn:ferd:CrossIndustryDocument:invoice:1p0$/,
		'a ZUGFeRD 1.0 invoice, which has been replaced',
	],
	[/SCRDMCCBDACIOMessageStructure/, 'an order (Order-X)'],
];

/**
 * The invoice that `xml` names: well-formed, of a profile that ZUGFeRD, Factur-X or XRechnung know, valid by its schema
 * and by the rules of EN 16931 that stand in `rules.ts`.
 * @throws InvalidFileError with the reason.
 */
export async function checkInvoice(sandbox: Sandbox, task: FileTask): Promise<CheckedInvoice> {
	const file = oneFile(task);
	const refuse = (reason: string) =>
		new InvalidFileError(file.filename, reason, { code: 'INVALID_INVOICE' });
	if (file.size > maxBytes) throw refuse('is too large for an invoice: at most 20 MiB are taken.');
	const bytes = await readFile(file.path);
	// No invoice needs one, and entities are how an XML attacks its reader. In UTF-16 each letter has two bytes.
	if (bytes.includes('<!DOCTYPE') || bytes.includes(Buffer.from('<!DOCTYPE', 'utf16le')))
		throw refuse('has a document type, which invoices must not have.');
	const xml = openXml(sandbox, file.path, task);
	const [broken] = await xml.faults();
	if (broken) throw refuse(`is no well-formed XML (${broken}).`);

	const identity = await xml.evaluate(identification);
	const [namespace = '', root = '', guideline = '', number = ''] = identity?.split('\n') ?? [];
	const known = other.find(([pattern]) => pattern.test(namespace))?.[1];
	if (namespace !== cii || root !== 'CrossIndustryInvoice')
		throw refuse(
			`is ${known ?? 'no invoice that could be attached'}; PDFs hold invoices in the syntax CII (UN/CEFACT Cross Industry Invoice), as ZUGFeRD 2, Factur-X and XRechnung CII.`,
		);
	const profile = findProfile(guideline);
	if (!profile)
		throw refuse(
			`names the guideline "${guideline.slice(0, 200)}", which is none of the profiles ${profileNames}.`,
		);
	const faults = await xml.faults(profile.schema);
	if (faults.length > 0)
		throw refuse(`is no valid invoice of the profile ${profile.level}: ${faults.join('; ')}.`);
	const { rules, expression } = rulesOf(profile);
	const held = (await xml.evaluate(expression)) ?? '';
	const broke = rules.filter((_, index) => held[index] !== '1');
	if (broke.length > 0)
		throw refuse(
			`is no valid invoice of the profile ${profile.level}: it ${broke.map(({ id, fault }) => `${fault} (${id})`).join('; it ')}.`,
		);
	const { filename, level, version, relationship } = profile;
	return {
		file,
		attached: { filename, level, version, relationship },
		facts: {
			profile: level,
			guideline,
			number,
			filename,
			relationship,
			valid: true,
			checked_by: [
				`Factur-X 1.07.3 XSD (${profile.schema})`,
				`${rules.length} rules of EN 16931 (${rules.map(({ id }) => id).join(', ')})`,
			],
		},
	};
}

function oneFile({ named }: FileTask): InputFile {
	const [file, ...more] = named.xml ?? [];
	if (file && more.length === 0) return file;
	throw new InvalidOptionError(
		'xml',
		file?.task ?? '',
		`must name a task with one file; this one has ${more.length + (file ? 1 : 0)}`,
	);
}

const guidelineId =
	"/*/*[local-name()='ExchangedDocumentContext']/*[local-name()='GuidelineSpecifiedDocumentContextParameter']/*[local-name()='ID']";
const numberId = "/*/*[local-name()='ExchangedDocument']/*[local-name()='ID']";
const identification = `concat(namespace-uri(/*),'\n',local-name(/*),'\n',normalize-space(${guidelineId}),'\n',normalize-space(${numberId}))`;
