import type { Params } from '@filemill/operations';
import { convertParams } from '../convert-params.ts';

const standard = 300;

/** What `convert` is asked for, so that it makes a thumbnail. */
export function thumbnailLook(
	params: Params<'thumbnail'>,
	output_format: string = params.output_format,
): Params<'convert'> {
	const { width, height, fit } = params;
	const sized = width !== undefined || height !== undefined;
	return convertParams(output_format, {
		width: sized ? width : standard,
		height: sized ? height : standard,
		fit,
	});
}
