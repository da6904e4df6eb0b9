import type { InvoiceProfile } from './profiles.ts';

/** A rule of EN 16931, as an expression of XPath 1.0 that must be true. */
interface InvoiceRule {
	readonly id: string;
	/** What is wrong where it does not hold: goes on after "the invoice". */
	readonly fault: string;
	readonly expression: string;
	readonly appliesTo: (profile: InvoiceProfile) => boolean;
}

const all = () => true;
const withBreakdown = ({ extent }: InvoiceProfile) => extent !== 'totals';
const withLines = ({ extent }: InvoiceProfile) => extent === 'lines';
// EXTENDED has lines that group others, and amounts that EN 16931 does not know.
const plainLines = (profile: InvoiceProfile) => withLines(profile) && profile.schema !== 'EXTENDED';
const german = ({ level }: InvoiceProfile) => level === 'XRECHNUNG';

/** A path of element names, in whatever namespace: the schema has seen to those. */
function path(names: string): string {
	return names
		.split('/')
		.map((name) => `/*[local-name()='${name}']`)
		.join('');
}

const root = 'CrossIndustryInvoice';
const agreement = `${root}/SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement`;
const settlement = `${root}/SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement`;
const line = `${root}/SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem`;

function total(name: string): string {
	return path(`${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation/${name}`);
}

function filled(names: string): string {
	return `normalize-space(${path(names)})!=''`;
}

/** Two amounts are the same to the cent. */
function equal(left: string, right: string): string {
	return `round(100*(${left}))=round(100*(${right}))`;
}

const currency = path(`${settlement}/InvoiceCurrencyCode`);
const tax = `sum(${total('TaxTotalAmount')}[not(@currencyID) or @currencyID=${currency}])`;

/** Rules of EN 16931 and of XRechnung that a schema cannot express; no more than the Schematron of either has. */
const rules: readonly InvoiceRule[] = [
	rule('BR-02', 'has no number (BT-1)', filled(`${root}/ExchangedDocument/ID`), all),
	rule(
		'BR-03',
		'has no date (BT-2)',
		filled(`${root}/ExchangedDocument/IssueDateTime/DateTimeString`),
		all,
	),
	rule('BR-04', 'has no type (BT-3)', filled(`${root}/ExchangedDocument/TypeCode`), all),
	rule('BR-05', 'has no currency (BT-5)', filled(`${settlement}/InvoiceCurrencyCode`), all),
	rule(
		'BR-06',
		'does not name the seller (BT-27)',
		filled(`${agreement}/SellerTradeParty/Name`),
		all,
	),
	rule(
		'BR-07',
		'does not name the buyer (BT-44)',
		filled(`${agreement}/BuyerTradeParty/Name`),
		all,
	),
	rule(
		'BR-09',
		"does not name the seller's country (BT-40)",
		filled(`${agreement}/SellerTradeParty/PostalTradeAddress/CountryID`),
		all,
	),
	rule(
		'BR-11',
		"does not name the buyer's country (BT-55)",
		filled(`${agreement}/BuyerTradeParty/PostalTradeAddress/CountryID`),
		withLines,
	),
	rule('BR-16', 'has no lines', path(line), withLines),
	rule(
		'BR-CO-18',
		'has no breakdown of VAT',
		path(`${settlement}/ApplicableTradeTax`),
		withBreakdown,
	),
	rule(
		'BR-CO-10',
		'has lines that do not add up to their sum (BT-106)',
		equal(
			`sum(${path(`${line}/SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`)})`,
			total('LineTotalAmount'),
		),
		plainLines,
	),
	rule(
		'BR-CO-13',
		'has a total without VAT (BT-109) that is not the sum of its lines less allowances plus charges',
		equal(
			total('TaxBasisTotalAmount'),
			`${total('LineTotalAmount')}-sum(${total('AllowanceTotalAmount')})+sum(${total('ChargeTotalAmount')})`,
		),
		withBreakdown,
	),
	rule(
		'BR-CO-15',
		'has a total with VAT (BT-112) that is not the total without VAT plus the VAT',
		equal(total('GrandTotalAmount'), `${total('TaxBasisTotalAmount')}+${tax}`),
		all,
	),
	rule(
		'BR-CO-16',
		'has an amount due (BT-115) that is not the total with VAT less what was paid, rounded',
		equal(
			total('DuePayableAmount'),
			`${total('GrandTotalAmount')}-sum(${total('TotalPrepaidAmount')})+sum(${total('RoundingAmount')})`,
		),
		({ extent, schema }) => extent !== 'totals' && schema !== 'EXTENDED',
	),
	rule(
		'BR-DE-1',
		'says nothing of how to pay (BG-16)',
		path(`${settlement}/SpecifiedTradeSettlementPaymentMeans`),
		german,
	),
	rule(
		'BR-DE-15',
		"has no buyer's reference (BT-10)",
		filled(`${agreement}/BuyerReference`),
		german,
	),
];

function rule(
	id: string,
	fault: string,
	expression: string,
	appliesTo: InvoiceRule['appliesTo'],
): InvoiceRule {
	return { id, fault, expression, appliesTo };
}

/** The rules of a profile, and the one expression that says of each whether it holds: "1" or "0" in their order. */
export function rulesOf(profile: InvoiceProfile) {
	const applicable = rules.filter((one) => one.appliesTo(profile));
	const expression = applicable.map((one) => `number(boolean(${one.expression}))`).join(',');
	return { rules: applicable, expression: `concat(${expression})` };
}
