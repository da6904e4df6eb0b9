import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { OperationName } from '@filemill/operations';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { UnsupportedError } from '../errors.ts';
import type { GuardedProxy } from '../network/guarded-proxy.ts';
import { archiveFiles } from './archivetool/archive.ts';
import { pack7zip, packRar } from './archivetool/pack-with-program.ts';
import { convertBook } from './calibre/convert.ts';
import { type Choice, chooseConverter } from './choose-engine.ts';
import { captureWebsite } from './chrome/capture-website.ts';
import { chromeWorker, pagesPerBrowser } from './chrome/chrome.ts';
import { convertDocument } from './chrome/convert.ts';
import { runCommand } from './command/run-command.ts';
import { createDrawHandlers } from './draw-handlers.ts';
import { exiftoolWorker } from './exiftool/exiftool-worker.ts';
import { readMetadata } from './exiftool/read-metadata.ts';
import { writeMetadata } from './exiftool/write-metadata.ts';
import { convertMedia } from './ffmpeg/convert-media.ts';
import type { FileHandler, FilesHandler } from './file-task.ts';
import { convertFont } from './fontforge/convert-font.ts';
import { createGhostscript, type Ghostscript } from './ghostscript/ghostscript.ts';
import { optimizePdf } from './ghostscript/optimize.ts';
import { convertPdfa } from './ghostscript/pdfa.ts';
import { pdfOf } from './ghostscript/pdfa-source.ts';
import { convertPdfx } from './ghostscript/pdfx.ts';
import { extractArchive } from './libarchive/extract-archive.ts';
import { readBy7zip } from './libarchive/read-by-7zip.ts';
import { readByLibarchive } from './libarchive/read-by-libarchive.ts';
import { repack } from './libarchive/repack.ts';
import { convertOffice } from './libreoffice/convert.ts';
import { convertOfficeMarkdown } from './libreoffice/markdown.ts';
import { officeWorker } from './libreoffice/office-worker.ts';
import { convertMail, mailWorker } from './mailtool/convert.ts';
import { merge } from './merge.ts';
import { optimizePicture } from './optimizers/optimize-picture.ts';
import { shrinkGif, shrinkJpeg } from './optimizers/shrink-by-program.ts';
import { optimizerWorker, shrinkInWorker } from './optimizers/shrink-in-worker.ts';
import { convertMarkup } from './pandoc/convert.ts';
import { createPdfLib, type PdfLib, pdfLibWorker } from './pdf-lib/pdf-lib.ts';
import { decrypt } from './qpdf/decrypt.ts';
import { encrypt } from './qpdf/encrypt.ts';
import { extractPages, rotatePages, splitPages } from './qpdf/pages.ts';
import { createQpdf, type Qpdf } from './qpdf/qpdf.ts';
import type { Command, Sandbox } from './sandbox.ts';
import { pictureWorker } from './sharp/pictures.ts';
import { recognizeText } from './tesseract/recognize-text.ts';
import { thumbnailBy, thumbnailPdf, thumbnailPicture } from './thumbnail/thumbnail.ts';
import { thumbnailVideo } from './thumbnail/thumbnail-video.ts';
import { WarmPool } from './warm-pool.ts';
import { watermarkByMagick } from './watermark/watermark-by-magick.ts';
import { watermarkDrawing } from './watermark/watermark-drawing.ts';
import { watermarkPdf } from './watermark/watermark-pdf.ts';
import { watermarkPicture } from './watermark/watermark-picture.ts';
import { watermarkVideo } from './watermark/watermark-video.ts';

/** Operations that engines do; the service itself imports and exports. */
type EngineOperation = Exclude<OperationName, `import/${string}` | `export/${string}`>;

/** The engines that can do an operation. */
export type HandlersOf<Name extends OperationName> = Readonly<Record<string, FilesHandler<Name>>>;

/** The whole table; the compiler asks for a line for each operation. */
type Handlers = { readonly [Name in EngineOperation]: HandlersOf<Name> };

/** What the handlers need of the machine. */
export interface Machine {
	readonly sandbox: Sandbox;
	/** Where warm workers exchange files. */
	readonly folder: string;
	/** How many tasks run at once. */
	readonly slots: number;
	readonly log: Pick<Logger, 'warn' | 'debug'>;
	/** The way of browsers to the web. */
	readonly proxy: GuardedProxy;
	/** Bytes that the files of one archive may have together. */
	readonly maxUnpacked: number;
}

/** Which function runs which operation on which engine, and what keeps them warm. */
export function createHandlers(machine: Machine, choice: Choice) {
	const { sandbox } = machine;
	const qpdf: Qpdf = createQpdf(sandbox);
	const office = pool('libreoffice', officeWorker(sandbox));
	const images = pool('sharp', pictureWorker(sandbox));
	const optimizer = pool('optimizer', optimizerWorker(sandbox));
	const exiftool = pool('exiftool', exiftoolWorker(sandbox));
	const pdfWorkers = pool('pdf-lib', pdfLibWorker(sandbox));
	const pdfLib: PdfLib = createPdfLib(pdfWorkers);
	const pages = { qpdf, pdfLib };
	// Files of strangers are shown by browsers that have no way out at all.
	const offline = pool('chrome', chromeWorker(sandbox), pagesPerBrowser);
	const online = pool('chrome', chromeWorker(sandbox, machine.proxy), pagesPerBrowser);
	const ghostscript: Ghostscript = createGhostscript(sandbox);
	const draw = createDrawHandlers({ sandbox, ghostscript, images, ...pages });
	const ocr = { sandbox, qpdf, installed: choice.languages, limit: pLimit(machine.slots) };

	const toPdf: FileHandler<'convert'> = async (params, { input, ...task }) => {
		const engine = chooseConverter(choice, input, 'pdf');
		const table: HandlersOf<'convert'> = handlers.convert;
		const handler = table[engine];
		if (!handler) throw new UnsupportedError(`Engine "${engine}" does not convert to pdf.`);
		return handler(params, { ...task, inputs: [input] });
	};
	const print = convertDocument({ browsers: offline, ...pages });
	const markup = convertMarkup({ sandbox, print, browsers: offline });
	const mails = pool('mailtool', mailWorker(sandbox));
	const previews = { sandbox, qpdf, images };
	const byLibarchive = { sandbox, read: readByLibarchive, maxBytes: machine.maxUnpacked };
	const by7zip = { ...byLibarchive, read: readBy7zip };
	const marking = { sandbox, qpdf, pdfLib, images, pictures: draw.sharp };
	const handlers = {
		convert: {
			libarchive: each(repack(byLibarchive)),
			'7zip': each(repack(by7zip)),
			fontforge: each(convertFont(sandbox)),
			libreoffice: each(
				convertOfficeMarkdown({
					sandbox,
					office: convertOffice({ pool: office, pictures: draw.fromPdf, ...pages }),
				}),
			),
			poppler: each(draw.fromPdf),
			chrome: each(print),
			pandoc: each(markup),
			calibre: each(convertBook({ sandbox, print, markup })),
			mailtool: each(convertMail({ pool: mails, print, markup })),
			imagemagick: each(draw.magick),
			sharp: each(draw.pictures),
			librsvg: each(draw.drawing),
			ghostscript: each(draw.postscript),
			mupdf: each(draw.paper),
			djvulibre: each(draw.scan),
			libraw: each(draw.photo),
			libjxl: each(draw.jxl),
			ffmpeg: each(convertMedia({ sandbox, images })),
		},
		merge: { qpdf: merge(pages, toPdf) },
		archive: {
			archivetool: archiveFiles,
			'7zip': pack7zip(sandbox),
			rar: packRar(sandbox),
		},
		'archive/extract': {
			libarchive: each(extractArchive(byLibarchive)),
			'7zip': each(extractArchive(by7zip)),
		},
		thumbnail: {
			sharp: each(thumbnailPicture(previews)),
			poppler: each(thumbnailPdf(previews)),
			libreoffice: each(
				thumbnailBy(
					convertOffice({ pool: office, pictures: draw.fromPdf, ...pages }),
					'pdf',
					thumbnailPdf(previews),
				),
			),
			imagemagick: each(thumbnailBy(draw.magick, 'png', thumbnailPicture(previews))),
			librsvg: each(thumbnailBy(draw.drawing, 'pdf', thumbnailPdf(previews))),
			ghostscript: each(thumbnailBy(draw.postscript, 'pdf', thumbnailPdf(previews))),
			mupdf: each(thumbnailBy(draw.paper, 'pdf', thumbnailPdf(previews))),
			libraw: each(thumbnailBy(draw.photo, 'png', thumbnailPicture(previews))),
			libjxl: each(thumbnailBy(draw.jxl, 'png', thumbnailPicture(previews))),
			ffmpeg: each(thumbnailVideo(previews)),
		},
		watermark: {
			'pdf-lib': each(watermarkPdf(marking)),
			sharp: each(watermarkPicture(marking)),
			poppler: each(watermarkDrawing(marking)),
			imagemagick: each(
				watermarkByMagick({ ...marking, magick: draw.imagemagick, toPng: draw.magick }),
			),
			ffmpeg: each(watermarkVideo(marking)),
		},
		command: {
			ffmpeg: runCommand(sandbox),
			imagemagick: runCommand(sandbox),
			graphicsmagick: runCommand(sandbox),
		},
		'capture-website': {
			chrome: captureWebsite({ browsers: online, proxy: machine.proxy, ...pages }),
		},
		metadata: { exiftool: each(readMetadata({ pool: exiftool, qpdf, sandbox })) },
		'metadata/write': { exiftool: each(writeMetadata(exiftool, qpdf)) },
		'pdf/encrypt': { qpdf: each(encrypt(qpdf)) },
		'pdf/decrypt': { qpdf: each(decrypt(qpdf)) },
		'pdf/split-pages': { qpdf: each(splitPages(pages)) },
		'pdf/ocr': { tesseract: each(recognizeText(ocr)) },
		'pdf/rotate-pages': { qpdf: each(rotatePages(qpdf)) },
		'pdf/extract-pages': { qpdf: each(extractPages(pages)) },
		'pdf/a': {
			ghostscript: each(
				convertPdfa({
					ghostscript,
					qpdf,
					pdfLib,
					sandbox,
					toPdf: pdfOf({ choice, office, toPdf }),
				}),
			),
		},
		'pdf/x': { ghostscript: each(convertPdfx({ ghostscript, qpdf, pdfLib, sandbox })) },
		optimize: {
			ghostscript: each(optimizePdf({ ghostscript, qpdf, pdfLib, sandbox })),
			sharp: each(optimizePicture(shrinkInWorker(optimizer))),
			jpegoptim: each(optimizePicture(shrinkJpeg(sandbox, optimizer))),
			gifsicle: each(optimizePicture(shrinkGif(sandbox, optimizer))),
			svgo: each(optimizePicture(shrinkInWorker(optimizer))),
		},
	} satisfies Handlers;
	return {
		handlers,
		qpdf,
		pdfLib,
		ghostscript,
		pools: [mails, office, images, optimizer, exiftool, pdfWorkers, offline, online],
	};

	function pool(engine: string, command: Command, maxUses?: number) {
		const folder = path.join(machine.folder, engine);
		mkdirSync(folder, { recursive: true });
		return new WarmPool({
			engine,
			command,
			folder,
			sandbox,
			size: machine.slots,
			maxUses,
			log: machine.log,
		});
	}
}

/** Works on the files one after the other. */
function each<Name extends EngineOperation>(handler: FileHandler<Name>): FilesHandler<Name> {
	return async (params, { inputs, ...task }) => {
		const results = [];
		for (const input of inputs) results.push(await handler(params, { ...task, input }));
		return {
			files: results.flatMap(({ files }) => files),
			facts: Object.assign({}, ...results.map(({ facts }) => facts)),
		};
	};
}
