import type { Conversions } from '../formats.ts';
import { paperConversions } from '../poppler/formats.ts';

/** What MuPDF converts. */
export const mupdfConversions: readonly Conversions[] = paperConversions(
	['xps', 'oxps', 'cbz'],
	[],
);
