import type { Conversions } from '../formats.ts';

const readable = ['jpg', 'png', 'webp', 'gif', 'tiff', 'avif', 'svg'];
const lossy = ['jpg', 'webp', 'avif'];
const lossless = ['png', 'gif', 'tiff'];

/** What sharp converts. */
export const sharpConversions: readonly Conversions[] = [
	{ from: readable, to: lossy, options: ['width', 'height', 'fit', 'quality'] },
	{ from: readable, to: lossless, options: ['width', 'height', 'fit'] },
	{ from: readable.filter((format) => format !== 'svg'), to: ['pdf'], options: [] },
];
