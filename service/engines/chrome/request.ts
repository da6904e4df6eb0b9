/** What the browser worker is told at its start. */
export interface WorkerOptions {
	/** Chromium, by its absolute path. */
	readonly program: string;
	/** The Unix socket of the proxy; without it the browser has no network at all. */
	readonly socket?: string;
	/** Whether a sandbox is around it; otherwise Chromium guards its pages itself, as far as it can. */
	readonly sandboxed: boolean;
}

/** Where a page comes from: the web, or a file that the worker was given. */
export type PageSource =
	| {
			readonly url: string;
			/** Sent to the origin of the address alone. */
			readonly headers: Readonly<Record<string, string>>;
	  }
	| { readonly file: string; readonly format: 'html' | 'md'; readonly title: string };

/** How long a page is loaded, and as what. */
export interface Loading {
	readonly until: 'load' | 'domcontentloaded' | 'networkidle0' | 'networkidle2';
	/** A CSS selector of what must be there. */
	readonly element?: string | undefined;
	/** Milliseconds to wait after that. */
	readonly time: number;
	readonly media?: 'print' | 'screen' | undefined;
}

/** A PDF of the page. */
export interface Paper {
	readonly kind: 'pdf';
	readonly format?: PaperFormat | undefined;
	/** Centimetres. */
	readonly width?: number | undefined;
	readonly height?: number | undefined;
	readonly orientation?: 'portrait' | 'landscape' | undefined;
	readonly zoom: number;
	/** Millimetres. */
	readonly margins: Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;
	readonly background: boolean;
	/** HTML that is printed into the margins, or Chromium's own; no header and footer at all when absent. */
	readonly templates?: 'own' | { readonly header?: string; readonly footer?: string } | undefined;
}

export type PaperFormat =
	| 'letter'
	| 'legal'
	| 'tabloid'
	| 'ledger'
	| 'a0'
	| 'a1'
	| 'a2'
	| 'a3'
	| 'a4'
	| 'a5'
	| 'a6';

/** A picture of the page. */
export interface Picture {
	readonly kind: 'png' | 'jpg' | 'webp';
	/** Pixels. */
	readonly width: number;
	/** Pixels; the whole page when absent. */
	readonly height?: number | undefined;
	readonly zoom: number;
	/** 1 to 100. */
	readonly quality?: number | undefined;
}

/** What the browser worker is asked to do with one page. */
export interface PageRequest {
	readonly source: PageSource;
	readonly loading: Loading;
	/** The page itself, as one HTML file: only of a file; `article` is what it shows, without what is around that. */
	readonly make: Paper | Picture | { readonly kind: 'html' } | { readonly kind: 'article' };
	/** The file to write. */
	readonly output: string;
}

/** Why there is no result, where it is not the browser's fault. */
export interface PageFailure {
	readonly kind:
		| 'network'
		| 'status'
		| 'download'
		| 'selector'
		| 'element'
		| 'loading'
		| 'rendering'
		| 'memory';
	/** Chromium's name of the network error, or the status. */
	readonly detail?: string;
	/** The address that could not be loaded. */
	readonly address?: string;
}

/** What it found out. */
export interface PageFacts {
	readonly failure?: PageFailure;
	/** Where the page was in the end. */
	readonly url?: string;
	readonly status?: number;
	readonly title?: string;
	/** Addresses of what the page wanted and did not get, each once; the first few of `lostCount`. */
	readonly lost?: readonly string[];
	readonly lostCount?: number;
	/** Pixels of a picture; `cut` where the page goes on below it. */
	readonly width?: number;
	readonly height?: number;
	readonly cut?: boolean;
}
