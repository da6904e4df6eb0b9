/** What the image worker is asked to do with one file. */
export interface PictureRequest {
	readonly input: string;
	/** The folder for its files. */
	readonly output: string;
	/** Name of the output without its extension; several pages are numbered. */
	readonly stem: string;
	readonly from: string;
	readonly to: string;
	readonly width?: number | undefined;
	readonly height?: number | undefined;
	readonly fit: 'max' | 'crop' | 'scale';
	readonly quality?: number | undefined;
	/** Dots per inch at which a drawing without a size wanted is drawn. */
	readonly density?: number | undefined;
	/** Thumbnails: of at most so many pages or frames, each a picture of its own, without metadata. */
	readonly stills?: number | undefined;
	/** A picture of the same size that is put on each page or frame, or behind it. */
	readonly overlay?: { readonly file: string; readonly layer: 'above' | 'below' } | undefined;
	/** Only tells the size. */
	readonly measure?: boolean | undefined;
}

/** What it made: file names in order, and frames that the format has no place for. */
export interface PictureFacts {
	readonly files: readonly string[];
	readonly framesDropped: number;
	/** Pixels of the first page or frame, upright; only where it was asked for. */
	readonly size?: { readonly width: number; readonly height: number };
}
