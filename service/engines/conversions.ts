import { calibreConversions } from './calibre/formats.ts';
import { chromeConversions } from './chrome/formats.ts';
import { djvulibreConversions } from './djvulibre/formats.ts';
import { ffmpegConversions } from './ffmpeg/formats.ts';
import { fontforgeConversions } from './fontforge/formats.ts';
import type { Conversions, ConvertOption } from './formats.ts';
import { ghostscriptConversions } from './ghostscript/formats.ts';
import type { Conversion, EngineInfo } from './handler.ts';
import { imagemagickConversions } from './imagemagick/formats.ts';
import { libarchiveConversions, sevenZipConversions } from './libarchive/formats.ts';
import { libjxlConversions } from './libjxl/formats.ts';
import { librawConversions } from './libraw/formats.ts';
import { libreofficeConversions } from './libreoffice/formats.ts';
import { librsvgConversions } from './librsvg/formats.ts';
import { mailtoolConversions } from './mailtool/formats.ts';
import { mupdfConversions } from './mupdf/formats.ts';
import { pandocConversions } from './pandoc/formats.ts';
import { popplerConversions } from './poppler/formats.ts';
import { engineNames } from './programs.ts';
import { sharpConversions } from './sharp/formats.ts';

/** What each engine converts; of two that can do a pair, the first is the default. */
const engines: Readonly<Record<string, readonly Conversions[]>> = {
	sharp: sharpConversions,
	poppler: popplerConversions,
	chrome: chromeConversions,
	librsvg: librsvgConversions,
	ghostscript: ghostscriptConversions,
	djvulibre: djvulibreConversions,
	mupdf: mupdfConversions,
	libraw: librawConversions,
	libjxl: libjxlConversions,
	libreoffice: libreofficeConversions,
	imagemagick: imagemagickConversions,
	ffmpeg: ffmpegConversions,
	pandoc: pandocConversions,
	mailtool: mailtoolConversions,
	calibre: calibreConversions,
	libarchive: libarchiveConversions,
	'7zip': sevenZipConversions,
	fontforge: fontforgeConversions,
};

/** All conversions of the engines that are installed, the default engine of each pair first. */
export function listConversions(installed: readonly EngineInfo[]): Conversion[] {
	const found = Object.entries(engines).flatMap(([engine, tables]) => {
		const version = installed.find(({ name }) => name === engine)?.version;
		if (!version) return [];
		return tables
			.filter(({ needs = [] }) =>
				[needs].flat().every((need) => installed.some(({ name }) => name === need)),
			)
			.flatMap((table) => pairs(table, engine, version));
	});
	// A conversion that several rows of a table name is one.
	const unique = new Map(
		found.map((one) => [`${one.input_format}>${one.output_format}>${one.engine}`, one]),
	);
	return [...unique.values()];
}

/** All conversions that there would be with every engine installed. */
export function everyConversion(): Conversion[] {
	return listConversions(engineNames.map((name) => ({ name, version: 'any' })));
}

/** The options that an engine heeds for a pair of formats. */
export function heededOptions(engine: string, from: string, to: string): Set<ConvertOption> {
	const tables = engines[engine] ?? [];
	return new Set(
		tables
			.filter((table) => table.from.includes(from) && table.to.includes(to))
			.flatMap(({ options }) => options),
	);
}

function pairs({ from, to }: Conversions, engine: string, version: string): Conversion[] {
	return from.flatMap((input_format) =>
		to.map((output_format) => ({ input_format, output_format, engine, engine_version: version })),
	);
}
