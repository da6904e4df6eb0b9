import { type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { properties as exportForm } from '../../nodes/FilemillExport/properties.gen.ts';
import { properties as fileForm } from '../../nodes/FilemillFile/properties.gen.ts';
import { properties as importForm } from '../../nodes/FilemillImport/properties.gen.ts';
import { properties as metadataForm } from '../../nodes/FilemillMetadata/properties.gen.ts';
import { properties as pdfForm } from '../../nodes/FilemillPdf/properties.gen.ts';

/** What the node of each family asks for, by the end of its type. */
export const forms: Readonly<Record<string, INodeProperties[]>> = {
	Import: importForm,
	File: fileForm,
	Pdf: pdfForm,
	Metadata: metadataForm,
	Export: exportForm,
};

/** A field of a form. */
export type FormField = INodeProperties;

/** What a node should show for some values of its fields. */
export interface ExpectedForm {
	readonly fields: readonly INodeProperties[];
	/** What can be added as an option. */
	readonly options: readonly INodeProperties[];
}

/** What n8n's rules make of the generated data. */
export function expectedForm(family: string, parameters: INode['parameters']): ExpectedForm {
	const properties = forms[family] ?? [];
	const node = { typeVersion: 1 };
	const description = null;
	const values =
		NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {};
	const isShown = (one: INodeProperties, at = values) =>
		NodeHelpers.displayParameter(at, one, node, description, values);
	const fields = properties.filter((one) => isShown(one));
	const offered = fields.find(({ name }) => name === 'options')?.options ?? [];
	const options = offered.filter((one): one is INodeProperties => 'type' in one);
	return { fields, options: options.filter((one) => isShown(one, {})) };
}

/** The operations of a family, by their words. */
export function operationsOf(family: string): readonly { name: string; value: string }[] {
	const choice = forms[family]?.find(({ name }) => name === 'operation');
	return (choice?.options ?? []).flatMap((one) =>
		'value' in one ? [{ name: one.name, value: String(one.value) }] : [],
	);
}
