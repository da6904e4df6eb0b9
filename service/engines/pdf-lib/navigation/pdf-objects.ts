import { readFile, writeFile } from 'node:fs/promises';

/** A value in qpdf's own JSON form: references are `"5 0 R"`, names `"/Fit"`, strings `"u:text"` or `"b:hex"`. */
export type Value = null | boolean | number | string | Value[] | Dict;
export interface Dict {
	[key: string]: Value;
}

interface Document {
	readonly qpdf: readonly [
		header: { readonly maxobjectid: number },
		objects: Record<string, { readonly value?: Value; readonly stream?: { readonly dict: Dict } }>,
	];
}

/** More than any chain of references or any tree needs; files of strangers have loops. */
const maxDepth = 64;

/** The objects of a PDF, as qpdf writes them to JSON, and what is to be changed in them. */
export class PdfObjects {
	/** References to its pages, in order. */
	readonly pages: readonly string[];
	readonly #header;
	readonly #objects;
	readonly #changes: Record<string, { value: Value }> = {};
	#last: number;

	private constructor({ qpdf: [header, objects] }: Document) {
		this.#header = header;
		this.#objects = objects;
		this.#last = header.maxobjectid;
		this.pages = this.#leaves(this.root['/Pages'], new Set());
	}

	/** Reads what `qpdf --json-output --json-stream-data=none` wrote. */
	static async read(file: string): Promise<PdfObjects> {
		return new PdfObjects(JSON.parse(await readFile(file, 'utf8')));
	}

	get root(): Dict {
		return this.dict(this.dict(this.#objects.trailer?.value)['/Root']);
	}

	/** The document information dictionary; empty where there is none. */
	get information(): Dict {
		return this.dict(this.dict(this.#objects.trailer?.value)['/Info']);
	}

	/** The value itself, wherever it lies. */
	resolve(value: Value | undefined): Value {
		let found = value;
		for (let depth = 0; isReference(found); depth++) {
			if (depth > maxDepth) return null;
			const key = `obj:${found}`;
			found = this.#changes[key]?.value ?? this.#objects[key]?.value;
		}
		return found ?? null;
	}

	/** The dictionary; empty where it is none. */
	dict(value: Value | undefined): Dict {
		const found = this.resolve(value);
		return found !== null && typeof found === 'object' && !Array.isArray(found) ? found : {};
	}

	/** The array; empty where it is none. */
	list(value: Value | undefined): Value[] {
		const found = this.resolve(value);
		return Array.isArray(found) ? found : [];
	}

	/** The value without references, to be used in another document; null where it is nested too deeply. */
	inline(value: Value | undefined, depth = 0): Value {
		if (depth > 8) return null;
		const found = this.resolve(value);
		if (Array.isArray(found)) return found.map((one) => this.inline(one, depth + 1));
		if (found === null || typeof found !== 'object') return found;
		return Object.fromEntries(
			Object.entries(found).map(([key, one]) => [key, this.inline(one, depth + 1)]),
		);
	}

	/** Replaces an object. */
	set(reference: string, value: Value): void {
		this.#changes[`obj:${reference}`] = { value };
	}

	/** Changes entries of the catalog; null removes one. */
	setRoot(entries: Dict): void {
		const reference = this.dict(this.#objects.trailer?.value)['/Root'];
		if (isReference(reference)) this.set(reference, withoutNulls({ ...this.root, ...entries }));
	}

	/** A reference to a new object, which `set` must then fill. */
	add(): string {
		this.#last++;
		return `${this.#last} 0 R`;
	}

	/** Whether anything is to be changed. */
	get changed(): boolean {
		return Object.keys(this.#changes).length > 0;
	}

	/** Writes the changes for `qpdf --update-from-json`. */
	async writeChanges(file: string): Promise<void> {
		await writeFile(file, JSON.stringify({ qpdf: [this.#header, this.#changes] }));
	}

	#leaves(value: Value | undefined, seen: Set<string>): string[] {
		if (!isReference(value) || seen.has(value)) return [];
		const node = this.dict(value);
		if (!('/Kids' in node)) return [value];
		seen.add(value);
		return this.list(node['/Kids']).flatMap((kid) => this.#leaves(kid, seen));
	}
}

export function isReference(value: Value | undefined): value is string {
	return typeof value === 'string' && /^\d+ \d+ R$/.test(value);
}

/** A dictionary without the entries that are null: in PDF they mean the same as entries that are not there. */
export function withoutNulls(dict: Dict): Dict {
	return Object.fromEntries(Object.entries(dict).filter(([, value]) => value !== null));
}
