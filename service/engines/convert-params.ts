import { convert, type Params, type z } from '@filemill/operations';

/** The parameters of a conversion inside another operation: all others have their defaults. */
export function convertParams(
	output_format: string,
	options: Partial<z.input<typeof convert.params>> = {},
): Params<'convert'> {
	return convert.params.parse({ ...options, input: 'file', output_format });
}
