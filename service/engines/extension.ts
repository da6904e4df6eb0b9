import path from 'node:path';

/** The extension of a name without its dot, in lower case; `tar.gz` and its like are one. Empty where there is none. */
export function extensionOf(filename: string): string {
	return (double.exec(filename)?.[0] ?? path.extname(filename)).slice(1).toLowerCase();
}

/** The name without its extension. */
export function stemOf(filename: string): string {
	const { base, name } = path.parse(filename);
	return double.test(base) ? base.replace(double, '') : name;
}

const double = /(?<=[^/])\.tar\.[a-z0-9]{1,4}$/i;
