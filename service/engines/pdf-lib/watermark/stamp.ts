import type { PDFRef } from '@cantoo/pdf-lib';

/** What is put on pages: a form whose lower left corner is the origin. */
export interface Stamp {
	readonly form: PDFRef;
	/** Units of the form. */
	readonly width: number;
	readonly height: number;
}

/** A text, and the font of the machine that it is written in. */
export interface TextStamp {
	readonly kind: 'text';
	readonly text: string;
	readonly font: { readonly file: string; readonly postscriptName: string | undefined };
	/** Points. */
	readonly size: number;
	/** Red, green and blue from 0 to 1. */
	readonly color: readonly number[];
	readonly align: 'left' | 'center' | 'right';
	/** Of the width of the page, instead of the size. */
	readonly widthPercent: number | undefined;
}

/** The first page of the further file; sizes in points. */
export interface PictureStamp {
	readonly kind: 'picture';
	/** How wide it is when nobody says; as its PDF when undefined. */
	readonly ownWidth: number | undefined;
	readonly width: number | undefined;
	readonly height: number | undefined;
	readonly widthPercent: number | undefined;
}

/** Where it stands on a page as it is seen; in points, and degrees clockwise. */
export interface Placement {
	readonly vertical: 'top' | 'center' | 'bottom';
	readonly horizontal: 'left' | 'center' | 'right';
	readonly marginVertical: number;
	readonly marginHorizontal: number;
	readonly rotation: number;
}
