import { byWayOfPdf } from './by-way-of-pdf.ts';
import { convertDjvu } from './djvulibre/convert.ts';
import { encodePicture } from './encode-picture.ts';
import { postscriptToPdf } from './ghostscript/convert-postscript.ts';
import type { Ghostscript } from './ghostscript/ghostscript.ts';
import { convertMagick } from './imagemagick/convert.ts';
import { createMagick } from './imagemagick/magick.ts';
import { convertJxl } from './libjxl/convert.ts';
import { developPhoto } from './libraw/convert.ts';
import { convertDrawing } from './librsvg/convert.ts';
import { paperToPdf } from './mupdf/convert.ts';
import { convertPdf } from './poppler/convert.ts';
import type { PageTools } from './qpdf/navigation.ts';
import type { Sandbox } from './sandbox.ts';
import { convertPicture } from './sharp/pictures.ts';
import type { WarmPool } from './warm-pool.ts';

/** What drawing is made of. */
export interface DrawTools extends PageTools {
	readonly sandbox: Sandbox;
	readonly ghostscript: Ghostscript;
	/** The image workers. */
	readonly images: WarmPool;
}

/** What converts pictures, drawings and pages. */
export function createDrawHandlers({ sandbox, ghostscript, images, ...pages }: DrawTools) {
	const sharp = convertPicture(images);
	const imagemagick = createMagick(sandbox);
	const magick = convertMagick({ magick: imagemagick, pictures: sharp });
	const pictures = encodePicture({ sharp, magick });
	const fromPdf = convertPdf({ sandbox, qpdf: pages.qpdf, pictures });
	return {
		sharp,
		/** The program itself. */
		imagemagick,
		magick,
		/** What sharp reads, to any common format. */
		pictures,
		fromPdf,
		postscript: byWayOfPdf({ toPdf: postscriptToPdf(ghostscript), fromPdf, ...pages }),
		scan: convertDjvu({ sandbox, fromPdf, ...pages }),
		paper: byWayOfPdf({ toPdf: paperToPdf(sandbox), fromPdf, ...pages }),
		drawing: convertDrawing({ sandbox, pictures }),
		photo: developPhoto({ sandbox, pictures }),
		jxl: convertJxl({ sandbox, pictures }),
	};
}
