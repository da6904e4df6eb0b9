import type { AttachedInvoice } from '../pdf-lib/pdfa/invoice.ts';

/** A profile of ZUGFeRD 2 and Factur-X 1: how an invoice of it is named, and which schema it follows. */
export interface InvoiceProfile extends AttachedInvoice {
	/** The name of its schema in the Factur-X distribution. */
	readonly schema: 'MINIMUM' | 'BASICWL' | 'BASIC' | 'EN16931' | 'EXTENDED';
	/** How much it tells: from the totals alone to everything that EN 16931 asks for. */
	readonly extent: 'totals' | 'breakdown' | 'lines';
}

const facturX = { filename: 'factur-x.xml', version: '1.0' } as const;

/** The guideline that an invoice names (BT-24), and the profile that it stands for (ZUGFeRD 2.3, table 2). */
const profiles: readonly (readonly [guideline: RegExp, profile: InvoiceProfile])[] = [
	[
		/^urn:(factur-x\.eu:1p0|zugferd\.de:2p0):minimum$/,
		{ ...facturX, level: 'MINIMUM', relationship: 'Data', schema: 'MINIMUM', extent: 'totals' },
	],
	[
		/^urn:(factur-x\.eu:1p0|zugferd\.de:2p0):basicwl$/,
		{ ...facturX, level: 'BASIC WL', relationship: 'Data', schema: 'BASICWL', extent: 'breakdown' },
	],
	[
		/^urn:cen\.eu:en16931:2017#compliant#urn:(factur-x\.eu:1p0|zugferd\.de:2p0):basic$/,
		{ ...facturX, level: 'BASIC', relationship: 'Alternative', schema: 'BASIC', extent: 'lines' },
	],
	[
		/^urn:cen\.eu:en16931:2017$/,
		{
			...facturX,
			level: 'EN 16931',
			relationship: 'Alternative',
			schema: 'EN16931',
			extent: 'lines',
		},
	],
	[
		/^urn:cen\.eu:en16931:2017#conformant#urn:(factur-x\.eu:1p0|zugferd\.de:2p0):extended$/,
		{
			...facturX,
			level: 'EXTENDED',
			relationship: 'Alternative',
			schema: 'EXTENDED',
			extent: 'lines',
		},
	],
];

const xrechnung =
	/^urn:cen\.eu:en16931:2017#(?:compliant|conformant)#urn:(?:xoev-de:kosit:standard|xeinkauf\.de:kosit):(?:xrechnung|(extension:xrechnung))_(\d\.\d)(?:#.*)?$/;

/** The names of all profiles, for messages. */
export const profileNames = 'MINIMUM, BASIC WL, BASIC, EN 16931, EXTENDED and XRECHNUNG';

/** The profile of a guideline; undefined for one that is not known. */
export function findProfile(guideline: string): InvoiceProfile | undefined {
	const german = xrechnung.exec(guideline);
	if (german)
		return {
			filename: 'xrechnung.xml',
			level: 'XRECHNUNG',
			version: german[2] ?? '3.0',
			relationship: 'Alternative',
			// The extension has lines below lines, as only this schema knows them.
			schema: german[1] ? 'EXTENDED' : 'EN16931',
			extent: 'lines',
		};
	return profiles.find(([pattern]) => pattern.test(guideline))?.[1];
}
