/** The engines that write each kind of archive, the default first. */
export const archivers: Readonly<Record<string, readonly string[]>> = {
	zip: ['archivetool'],
	// Only RAR's own program compresses; it is shareware, and there where the operator installed it.
	rar: ['rar', 'archivetool'],
	'7z': ['7zip'],
	tar: ['archivetool'],
	'tar.gz': ['archivetool'],
	'tar.bz2': ['7zip'],
};
