import { PDFArray, PDFDict, PDFName, type PDFPage, PDFStream } from '@cantoo/pdf-lib';
import { decodeStream, entry, nameEntry, numbersEntry } from '../entries.ts';
import { type ContentOperation, contentOperations, type Operand } from './operations.ts';

/** From the space of the content to that of the page: [a b c d e f], as in ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

/** What an operation is carried out with. */
export interface Scope {
	readonly resources: PDFDict | undefined;
	readonly matrix: Matrix;
}

export type Visit = (operation: ContentOperation, scope: Scope) => void;

/** Forms may draw forms, each many times; more operations than this on a page are an attack. */
const mostOperations = 5_000_000;
const mostDepth = 20;

/** Goes through the content of a page as a reader paints it, with the forms it draws. */
export function walkPage(page: PDFPage, visit: Visit): void {
	const budget = { left: mostOperations };
	const scope = { resources: page.node.Resources(), matrix: identity };
	walk(pageContent(page), scope, { visit, budget, depth: 0 });
}

/** The content of a page, decoded and in one piece. */
export function pageContent(page: PDFPage): Uint8Array {
	const contents = page.node.Contents();
	const streams = contents instanceof PDFArray ? streamsOf(contents) : contents ? [contents] : [];
	// Operators may not be split between streams: there is white space between them (7.8.2).
	return Buffer.concat(streams.flatMap((stream) => [decodeStream(stream), Buffer.from('\n')]));
}

/** The resource of that name, such as the picture that `Do` paints. */
export function resource(
	{ resources }: Pick<Scope, 'resources'>,
	category: string,
	name: Operand | undefined,
) {
	if (typeof name !== 'string') return undefined;
	return entry(resources, category, PDFDict)?.lookup(PDFName.of(name.slice(1)));
}

interface Walk {
	readonly visit: Visit;
	readonly budget: { left: number };
	readonly depth: number;
}

function walk(content: Uint8Array, initial: Scope, { visit, budget, depth }: Walk): void {
	let scope = initial;
	const saved: Scope[] = [];
	for (const operation of contentOperations(content)) {
		if (--budget.left < 0) throw new Error('The page draws more than any real page does.');
		const { operator, operands } = operation;
		if (operator === 'q' && saved.length < 10_000) saved.push(scope);
		else if (operator === 'Q') scope = saved.pop() ?? scope;
		else if (operator === 'cm') scope = { ...scope, matrix: multiply(operands, scope.matrix) };
		visit(operation, scope);
		if (operator !== 'Do' || depth >= mostDepth) continue;
		const form = resource(scope, 'XObject', operands[0]);
		if (!(form instanceof PDFStream) || nameEntry(form.dict, 'Subtype') !== 'Form') continue;
		const inner = {
			resources: entry(form.dict, 'Resources', PDFDict) ?? scope.resources,
			matrix: multiply(numbersEntry(form.dict, 'Matrix') ?? identity, scope.matrix),
		};
		walk(decodeStream(form), inner, { visit, budget, depth: depth + 1 });
	}
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];

function multiply(left: readonly Operand[], [a, b, c, d, e, f]: Matrix): Matrix {
	const [A, B, C, D, E, F] = left.map(Number);
	if (left.length !== 6) return [a, b, c, d, e, f];
	const row = (x = 0, y = 0): [number, number] => [x * a + y * c, x * b + y * d];
	const [e2, f2] = row(E, F);
	return [...row(A, B), ...row(C, D), e2 + e, f2 + f];
}

function streamsOf(array: PDFArray): PDFStream[] {
	return Array.from({ length: array.size() }, (_, index) => array.lookup(index)).filter(
		(stream) => stream instanceof PDFStream,
	);
}
