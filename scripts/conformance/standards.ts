/** An operation that makes files of a standard: its parameter, and the values of that to try. */
export interface Standard {
	readonly operation: 'pdf/a' | 'pdf/x';
	readonly parameter: string;
	readonly values: readonly string[];
	/** The page in `docs/` that its verdicts are written to. */
	readonly page: string;
}

export const standards: readonly Standard[] = [
	{
		operation: 'pdf/a',
		parameter: 'conformance_level',
		values: ['1b', '2b', '3b'],
		page: 'conformance-pdfa.md',
	},
	{
		operation: 'pdf/x',
		parameter: 'variant',
		values: ['1a', '3', '4'],
		page: 'conformance-pdfx.md',
	},
];
