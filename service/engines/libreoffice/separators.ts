import type { Params } from '@filemill/operations';

/** What stands between the values of a row, by the name that clients use for it. */
export const separators: Readonly<Record<NonNullable<Params<'convert'>['delimiter']>, string>> = {
	comma: ',',
	semicolon: ';',
	tab: '\t',
	pipe: '|',
};

/** How Calc writes rows of values: every sheet as a file, in UTF-8 with double quotes, cells as they are shown. */
export function rowsFilter(
	format: string,
	{ delimiter = 'comma' }: Pick<Params<'convert'>, 'delimiter'>,
): string {
	const separator = format === 'tsv' ? '\t' : separators[delimiter];
	// From line 1; no formulas; no spaces cut; sheets, of which -1 is all (LibreOffice help, "CSV Filter Options").
	return `${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1`;
}
