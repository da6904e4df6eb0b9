import type { Conversions } from '../formats.ts';

const read = ['ttf', 'otf', 'ttc', 'woff', 'pfa', 'pfb'];
const written = ['ttf', 'otf', 'woff'];

/** What FontForge converts, with Google's own programs for WOFF2. */
export const fontforgeConversions: readonly Conversions[] = [
	{ from: read, to: written, options: [] },
	{ from: ['woff2'], to: written, options: [], needs: 'woff2' },
	{ from: read, to: ['woff2'], options: [], needs: 'woff2' },
];
