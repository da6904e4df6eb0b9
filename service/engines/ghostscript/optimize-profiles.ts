import type { Params } from '@filemill/operations';
import type { JpegQuality } from './distiller.ts';

type Parameters = Params<'optimize'>;
export type ColourSpace = NonNullable<Parameters['colorspace']>;

/** What a profile does to a PDF. */
export interface Profile {
	/** Colours it converts to, unless `colorspace` says otherwise. */
	readonly colours: ColourSpace;
	/** How pictures are compressed before anything else; none where Ghostscript does it. */
	readonly pictures?: { readonly lossy?: { readonly dpi: number; readonly quality: number } };
	/** Whether scans are split into layers. */
	readonly layers?: boolean;
	/** Whether content is written anew, with fonts merged and subset. */
	readonly rewrite?: boolean;
	/** Dots per inch to which Ghostscript brings what is left; none leaves pictures as they are. */
	readonly dpi?: number;
	readonly jpeg: JpegQuality;
	/** Whether the first page shows before the file has arrived. */
	readonly linearize?: boolean;
	/** Whether the result may be larger than the input. */
	readonly mayGrow?: boolean;
}

/** The profiles of the interface. */
export const profiles: Readonly<Record<Parameters['profile'], Profile>> = {
	web: {
		colours: 'rgb',
		pictures: { lossy: { dpi: 150, quality: 70 } },
		rewrite: true,
		dpi: 150,
		jpeg: { factor: 0.76, halfColour: true },
		linearize: true,
	},
	print: {
		colours: 'cmyk',
		rewrite: true,
		dpi: 300,
		jpeg: { factor: 0.4, halfColour: false },
		mayGrow: true,
	},
	archive: {
		colours: 'unchanged',
		pictures: {},
		rewrite: true,
		jpeg: { factor: 0.15, halfColour: false },
	},
	mrc: {
		colours: 'unchanged',
		pictures: { lossy: { dpi: 200, quality: 65 } },
		layers: true,
		jpeg: { factor: 0.15, halfColour: false },
	},
	max: {
		colours: 'rgb',
		pictures: { lossy: { dpi: 96, quality: 40 } },
		rewrite: true,
		dpi: 96,
		jpeg: { factor: 1.5, halfColour: true },
	},
};
