import * as z from 'zod';

/** A parameter is shown only for these formats; absent means for any. */
export interface ShownFor {
	readonly input_format?: readonly string[];
	readonly output_format?: readonly string[];
}

declare module 'zod' {
	interface GlobalMeta {
		/** How an editor asks for it, where the type alone does not tell. */
		control?: 'task' | 'tasks' | 'multiline' | 'secret' | 'url' | 'format' | 'advanced';
		placeholder?: string;
		/** Words for the values of an enum, or for those that people most often put in a list. */
		labels?: Readonly<Record<string, string>>;
		/** What one entry of a map is called, such as "Header". */
		entry?: string;
		showFor?: ShownFor;
		/** Never repeated in answers, logs or events. */
		secret?: boolean;
	}
}

/** The name of a task: a key of `tasks` (letters, digits, "-" and "_"). */
export const taskName = z.string().regex(/^(?!__proto__$)[A-Za-z0-9_-]{1,128}$/, {
	error: 'must be 1 to 128 letters, digits, "-" or "_"',
});

const page = String.raw`r?[1-9]\d{0,6}`;
const pagePart = String.raw`${page}(\s*-\s*(${page})?)?`;

/**
 * Pages counted from 1, or from the end with an "r": numbers and ranges, separated by commas ("1,5-7", "9-" to the
 * end, "r1" the last page, "r3-" the last three).
 */
export const pageList = z
	.string()
	.trim()
	.toLowerCase()
	.max(4096, { error: 'must have at most 4096 characters' })
	.regex(new RegExp(String.raw`^${pagePart}(\s*,\s*${pagePart})*$`), {
		error:
			'must list pages counted from 1, such as "1,2,5-7", "9-" (to the end) or "r1" (the last page)',
	})
	.transform((pages) => pages.replaceAll(/\s+/g, ''))
	.refine((pages) => pageRanges(pages).every(isForward), {
		error: 'has a range that ends before it begins',
	});

/** The ranges of a page list, in its order; negative numbers count from the end: `"1,5-,r2"` is `[[1, 1], [5, -1], [-2, -2]]`. */
export function pageRanges(pages: string): [first: number, last: number][] {
	return pages.split(',').map((part) => {
		const [first = 0, last = first] = part
			.split('-')
			.map((number) => (number === '' ? -1 : Number(number.replace('r', '-'))));
		return [first, last];
	});
}

/** Whether a range may begin before it ends; where one end counts from the end, only the file can tell. */
function isForward([first, last]: readonly [number, number]): boolean {
	return first > 0 !== last > 0 || first <= last;
}

/** A password that a PDF is given: AES-256 encryption reads no more than 127 bytes (ISO 32000-2, 7.6.4.3.3). */
export const newPassword = z
	.string()
	.min(1, { error: 'must not be empty' })
	.refine((text) => new TextEncoder().encode(text).length <= 127, {
		error: 'must have at most 127 bytes',
	});

/** A file name for an output or import: one path segment; the service cleans what a file system would refuse. */
export const filename = z
	.string()
	.trim()
	.min(1, { error: 'must not be empty' })
	.max(1024, { error: 'must have at most 1024 characters' });

/** A place on the machine of the service, from its root. */
export const absolutePath = z
	.string()
	.trim()
	.max(4096, { error: 'must have at most 4096 characters' })
	.regex(/^\/(?!.*(^|\/)\.\.(\/|$))[^\0]*$/, {
		error: 'must be an absolute path such as "/data/scans", without ".."',
	});

/** An address to be fetched or called: http or https, without spaces. */
export const httpUrl = z
	.string()
	.trim()
	.max(8192, { error: 'must have at most 8192 characters' })
	.refine((text) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text), {
		error: 'must be an http or https address without spaces',
	});

/** Header names to values, for requests that the service makes. */
export const httpHeaders = z.record(
	z
		.string()
		.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: 'has a header name that HTTP forbids' }),
	// RFC 9110, 5.5: a field value has no line breaks.
	z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'has a header value that HTTP forbids' }),
);
