import { Scanner } from './scanner.ts';

/** A number, a name with its slash ("/Im0"), or null for anything else: strings, arrays, dictionaries, booleans. */
export type Operand = number | string | null;

/** One operator of a content stream with what stands before it; an inline picture is one operation named "BI". */
export interface ContentOperation {
	readonly operator: string;
	readonly operands: readonly Operand[];
	/** Where it begins, operands included, and ends in the stream. */
	readonly start: number;
	readonly end: number;
}

// The largest maps and plans have some millions.
const most = 10_000_000;

/** Reads the operations of a content stream (ISO 32000-1, 7.8.2); what is no operation is passed over. @throws Error
 * when there are more than any real page has. */
export function* contentOperations(bytes: Uint8Array): Generator<ContentOperation> {
	const scanner = new Scanner(bytes);
	let operands: Operand[] = [];
	let start = 0;
	let count = 0;
	for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
		if (operands.length === 0) start = scanner.start;
		if (token.kind !== 'word') {
			operands.push(token.kind === 'other' ? null : token.value);
			// More than any operator takes: the stream is damaged, and its operands must not fill the memory.
			if (operands.length > 4096) operands = [];
			continue;
		}
		if (token.value === 'BI') operands = inlinePicture(scanner);
		if (++count > most) throw new Error('The content draws more than any real page does.');
		yield { operator: token.value, operands, start, end: scanner.position };
		operands = [];
	}
}

/** The dictionary of an inline picture as a flat list of keys, values and names in arrays; its data is passed over (8.9.7). */
function inlinePicture(scanner: Scanner): Operand[] {
	const entries: Operand[] = [];
	for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
		if (token.kind === 'word' && token.value === 'ID') break;
		if (token.kind === 'other') entries.push(...token.names);
		else entries.push(token.value);
	}
	scanner.skipPictureData();
	return entries;
}
