import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { z } from '@filemill/operations';
import { execa } from 'execa';
import { chromeProgram } from './chrome/chrome.ts';
import type { EngineInfo } from './handler.ts';

/** How each engine tells its version. */
const versions: Readonly<Record<EngineName, () => Promise<string | undefined>>> = {
	libreoffice: async () => {
		// It is driven through Python, whose bridge is a package of its own.
		await execa('/usr/bin/python3', ['-I', '-c', 'import uno'], { timeout: 10_000 });
		return versionOf('/usr/lib/libreoffice/program/soffice.bin', '--version');
	},
	poppler: () => versionOf('/usr/bin/pdftoppm', '-v'),
	imagemagick: () => versionOf('/usr/bin/convert-im6.q16', '-version'),
	chrome: () => versionOf(chromeProgram, '--version'),
	qpdf: () => versionOf('/usr/bin/qpdf', '--version'),
	exiftool: () => versionOf('/usr/bin/exiftool', '-ver'),
	tesseract: () => versionOf('/usr/bin/tesseract', '--version'),
	ghostscript: () => versionOf('/usr/bin/gs', '--version'),
	sharp: () => packageVersion(findPackageJSON('sharp', import.meta.url)),
	'pdf-lib': () => packageVersion(findPackageJSON('@cantoo/pdf-lib', import.meta.url)),
	// Built into the service.
	archivetool: () => packageVersion(findPackageJSON(import.meta.url)),
	mailtool: () => packageVersion(findPackageJSON(import.meta.url)),
	ffmpeg: async () => (await versionOf('/usr/bin/ffmpeg', '-version'))?.replace(/-.*/, ''),
	graphicsmagick: () => versionOf('/usr/bin/gm', 'version'),
	jpegoptim: () => versionOf('/usr/bin/jpegoptim', '--version'),
	gifsicle: () => versionOf('/usr/bin/gifsicle', '--version'),
	svgo: () => packageVersion(findPackageJSON('svgo', import.meta.url)),
	calibre: () => versionOf('/usr/bin/ebook-convert', '--version'),
	pandoc: () => versionOf('/usr/bin/pandoc', '--version'),
	// It tells its version only with how to use it, as a failure.
	djvulibre: async () =>
		firstVersion((await execa('/usr/bin/ddjvu', ['--help'], { reject: false })).stderr),
	mupdf: () => versionOf('/usr/bin/mutool', '-v'),
	librsvg: () => versionOf('/usr/bin/rsvg-convert', '--version'),
	libjxl: () => versionOf('/usr/bin/djxl', '--version'),
	// Its programs tell their version only with how to use them.
	libraw: async () => firstVersion((await execa('/usr/bin/simple_dcraw')).stdout),
	libarchive: () => versionOf('/usr/bin/bsdtar', '--version'),
	// A day, without dots.
	fontforge: async () =>
		/Version: (\d+)/.exec((await execa('/usr/bin/fontforge', ['--version'])).stderr)?.[1],
	// It tells its version only by the name of its library.
	woff2: async () =>
		/libwoff2enc\.so\.([\d.]+)/.exec(
			(await execa('/usr/bin/ldd', ['/usr/bin/woff2_compress'])).stdout,
		)?.[1],
	'7zip': () => versionOf('/usr/bin/7zz', 'i'),
	rar: () => versionOf('/usr/bin/rar', '-iver'),
};

/** The engines that the service knows. */
export type EngineName =
	| 'libreoffice'
	| 'poppler'
	| 'imagemagick'
	| 'chrome'
	| 'sharp'
	| 'pdf-lib'
	| 'qpdf'
	| 'exiftool'
	| 'tesseract'
	| 'ghostscript'
	| 'archivetool'
	| 'mailtool'
	| 'ffmpeg'
	| 'graphicsmagick'
	| 'jpegoptim'
	| 'gifsicle'
	| 'svgo'
	| 'calibre'
	| 'pandoc'
	| 'djvulibre'
	| 'mupdf'
	| 'librsvg'
	| 'libjxl'
	| 'libraw'
	| 'libarchive'
	| 'fontforge'
	| 'woff2'
	| '7zip'
	| 'rar';

/** What brings each engine, on Debian and Ubuntu. */
const packages: Readonly<Record<EngineName, string>> = {
	libreoffice: 'the packages libreoffice-writer-nogui and python3-uno',
	poppler: 'the package poppler-utils',
	imagemagick: 'the package imagemagick',
	chrome: 'the package chromium-headless-shell',
	qpdf: 'the package qpdf',
	exiftool: 'the package libimage-exiftool-perl',
	tesseract: 'the package tesseract-ocr',
	ghostscript: 'the package ghostscript',
	sharp: 'the npm package sharp',
	'pdf-lib': 'the npm package @cantoo/pdf-lib',
	archivetool: 'Filemill itself',
	mailtool: 'Filemill itself',
	ffmpeg: 'the package ffmpeg',
	graphicsmagick: 'the package graphicsmagick',
	jpegoptim: 'the package jpegoptim',
	gifsicle: 'the package gifsicle',
	svgo: 'the npm package svgo',
	calibre: 'the package calibre',
	pandoc: 'the package pandoc',
	djvulibre: 'the package djvulibre-bin',
	mupdf: 'the package mupdf-tools',
	librsvg: 'the package librsvg2-bin',
	libjxl: 'the package libjxl-tools',
	libraw: 'the package libraw-bin',
	libarchive: 'the package libarchive-tools',
	fontforge: 'the package fontforge-nox',
	woff2: 'the package woff2',
	'7zip': 'the package 7zip',
	rar: "RAR's own program, which has a licence of its own",
};

/** The names of all engines that the service knows, installed or not. */
export const engineNames: readonly string[] = Object.keys(packages);

/** The packages that bring some engines, as words of a sentence. */
export function packagesOf(engines: readonly string[]): string {
	const table: Readonly<Record<string, string>> = packages;
	return engines.map((engine) => table[engine] ?? engine).join(' or ');
}

/** The engines that are installed on this machine, with their versions. */
export async function findEngines(): Promise<EngineInfo[]> {
	const found = await Promise.all(
		Object.entries(versions).map(async ([name, read]) => ({
			name,
			// An engine that does not answer is not there.
			version: await read().catch(() => undefined),
		})),
	);
	return found.flatMap(({ name, version }) => (version ? [{ name, version }] : []));
}

async function packageVersion(manifest = ''): Promise<string> {
	const content: unknown = JSON.parse(await readFile(manifest, 'utf8'));
	return z.object({ version: z.string() }).parse(content).version;
}

async function versionOf(program: string, flag: string): Promise<string | undefined> {
	const { stdout, stderr } = await execa(program, [flag], { timeout: 10_000, stdin: 'ignore' });
	return firstVersion(`${stdout}\n${stderr}`);
}

function firstVersion(text = ''): string | undefined {
	return /\d+(\.\d+)+(-\d+)?/.exec(text)?.[0];
}
