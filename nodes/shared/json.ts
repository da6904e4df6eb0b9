/** What JSON can hold. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
	[key: string]: Json;
}

/** Whether a value from outside is an object with keys, not an array and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same text for the same content, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, one: unknown) =>
		isObject(one)
			? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
			: one,
	);
}
