import type { Conversions } from '../formats.ts';
import { paperConversions } from '../poppler/formats.ts';

/** What DjVuLibre converts. */
export const djvulibreConversions: readonly Conversions[] = [
	...paperConversions(['djvu'], []),
	{ from: ['djvu'], to: ['txt'], options: [] },
];
