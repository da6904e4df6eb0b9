import { inflateSync } from 'node:zlib';
import {
	decodePDFRawStream,
	PDFArray,
	PDFContentStream,
	PDFDict,
	PDFName,
	PDFNumber,
	type PDFObject,
	PDFRawStream,
	PDFStream,
} from '@cantoo/pdf-lib';

/** A class of pdf-lib, whose constructors are not public. */
interface ObjectClass<Kind> {
	readonly prototype: Kind;
	[Symbol.hasInstance](value: unknown): boolean;
}

/** The entry of a dictionary when it is of that kind; pdf-lib's own look-up throws on another. */
export function entry<Kind>(
	dict: PDFDict | undefined,
	key: string,
	kind: ObjectClass<Kind>,
): Kind | undefined {
	const value = dict?.lookup(PDFName.of(key));
	return isKind(value, kind) ? value : undefined;
}

/** The name under a key, without its slash. */
export function nameEntry(dict: PDFDict | undefined, key: string): string | undefined {
	return entry(dict, key, PDFName)?.decodeText();
}

/** The number under a key. */
export function numberEntry(dict: PDFDict | undefined, key: string): number | undefined {
	return entry(dict, key, PDFNumber)?.asNumber();
}

/** The elements of an array under a key, or the one value that may stand for an array of one. */
export function listEntry(dict: PDFDict | undefined, key: string): PDFObject[] {
	const value = dict?.lookup(PDFName.of(key));
	if (value === undefined) return [];
	if (!(value instanceof PDFArray)) return [value];
	return elements(value);
}

/** The elements of an array, looked up. */
export function elements(array: PDFArray | undefined): PDFObject[] {
	if (!array) return [];
	return Array.from({ length: array.size() }, (_, index) => array.lookup(index)).filter(
		(element) => element !== undefined,
	);
}

/** Numbers of an array under a key, such as a box or a matrix; undefined when it holds anything else. */
export function numbersEntry(dict: PDFDict | undefined, key: string): number[] | undefined {
	const values = elements(entry(dict, key, PDFArray));
	const numbers = values.filter((value) => value instanceof PDFNumber);
	return values.length > 0 && numbers.length === values.length
		? numbers.map((value) => value.asNumber())
		: undefined;
}

/** The dictionary of a dictionary or stream. */
export function dictOf(object: PDFObject | undefined): PDFDict | undefined {
	if (object instanceof PDFDict) return object;
	return object instanceof PDFStream ? object.dict : undefined;
}

/** The names of a stream's filters, in order. */
export function filtersOf(stream: PDFStream): string[] {
	return listEntry(stream.dict, 'Filter').flatMap((filter) =>
		filter instanceof PDFName ? [filter.decodeText()] : [],
	);
}

/** A stream without its filters. @throws Error when a filter is one of pictures, or the data is damaged. */
export function decodeStream(stream: PDFStream): Uint8Array {
	if (stream instanceof PDFRawStream)
		return inflated(stream) ?? decodePDFRawStream(stream).decode();
	return stream instanceof PDFContentStream ? stream.getUnencodedContents() : stream.getContents();
}

// Hundreds of times what a page draws; beyond it a small file would fill the memory.
const maxOutputLength = 256 * 1024 * 1024;

/** The content of a stream that is compressed in the usual way; undefined where pdf-lib has to see to it. */
function inflated(stream: PDFRawStream): Uint8Array | undefined {
	if (filtersOf(stream).join() !== 'FlateDecode' || stream.dict.has(PDFName.of('DecodeParms')))
		return undefined;
	try {
		return inflateSync(stream.getContents(), { maxOutputLength });
	} catch (error) {
		// Damaged data may be readable in part.
		if (!(error instanceof RangeError)) return undefined;
		throw new Error('A stream holds more than any page draws.', { cause: error });
	}
}

function isKind<Kind>(value: unknown, kind: ObjectClass<Kind>): value is Kind {
	return value instanceof kind;
}
