import type { Conversions } from '../formats.ts';

const words = (text: string) => text.split(' ');

const tars = words('tar tar.gz tar.bz2 tar.xz tar.zst tar.lzma tar.lz tar.lz4 tar.z');
const archives = [...tars, ...words('zip rar cab iso lha lzh cpio ar deb rpm xar jar cbz cbr cbt')];
const sevenZips = words('7z cb7 wim arj squashfs');

/** Compressed files that are no archives: one file in each. */
export const compressedFiles = words('gz bz2 xz zst lz lz4 z');

/** What each engine takes files out of, the default engine of a format first. */
export const extractable: Readonly<Record<'libarchive' | '7zip', readonly string[]>> = {
	libarchive: [
		...archives,
		...compressedFiles,
		// Packages that are ZIP archives inside.
		...words('apk xpi epub docx xlsx pptx odt ods odp odg pages numbers key'),
	],
	'7zip': [...sevenZips, 'zip'],
};

/** How bsdtar is told to write each kind of archive. */
export const written: Readonly<Record<string, readonly string[]>> = {
	zip: ['--format=zip'],
	cbz: ['--format=zip'],
	'7z': ['--format=7zip'],
	tar: ['--format=pax'],
	'tar.gz': ['--format=pax', '--gzip'],
	'tar.bz2': ['--format=pax', '--bzip2'],
	'tar.xz': ['--format=pax', '--xz'],
	'tar.zst': ['--format=pax', '--zstd'],
};

// RAR is written by the service itself, stored.
const to = [...Object.keys(written), 'rar'];

/** What libarchive repacks; of these formats only ZIP has passwords that it opens. */
export const libarchiveConversions: readonly Conversions[] = [
	{ from: ['zip'], to, options: ['password'] },
	{ from: archives, to, options: [] },
];

/** What is unpacked by 7-Zip and packed again by libarchive. */
export const sevenZipConversions: readonly Conversions[] = [
	{ from: ['7z', 'cb7', 'zip'], to, options: ['password'] },
	{ from: sevenZips, to, options: [] },
];
