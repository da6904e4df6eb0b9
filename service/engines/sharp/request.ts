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
	/** Thumbnails: of at most so many pages or frames, each a picture of its own, without metadata. */
	readonly stills?: number | undefined;
}

/** What it made: file names in order, and frames that the format has no place for. */
export interface PictureFacts {
	readonly files: readonly string[];
	readonly framesDropped: number;
}
