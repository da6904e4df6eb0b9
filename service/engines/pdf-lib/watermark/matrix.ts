/** As in PDF: `x' = a x + c y + e`, `y' = b x + d y + f`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** First one, then the other. */
export function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
	return [
		a * g + b * i,
		a * h + b * j,
		c * g + d * i,
		c * h + d * j,
		e * g + f * i + k,
		e * h + f * j + l,
	];
}

/** As operands of the operator `cm`; numbers of PDF have no exponent. */
export function operands(matrix: Matrix): string {
	return matrix.map(decimal).join(' ');
}

/** A number as PDF writes it. */
export function decimal(value: number): string {
	return value.toFixed(5).replace(/\.?0+$/, '');
}
