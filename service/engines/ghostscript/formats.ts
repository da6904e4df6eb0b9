import type { Conversions } from '../formats.ts';
import { paperConversions } from '../poppler/formats.ts';

/** What Ghostscript converts: programs that draw pages. */
export const ghostscriptConversions: readonly Conversions[] = paperConversions(
	['eps', 'ps', 'ai'],
	[],
);
