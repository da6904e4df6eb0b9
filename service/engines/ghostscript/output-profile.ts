/** The printing condition that colours are converted to: the profile that comes with Ghostscript. */
export const outputProfile = {
	file: '/usr/share/color/icc/ghostscript/default_cmyk.icc',
	/** Its name in the registry of the ICC. */
	condition: 'CGATS TR 001',
	description: 'SWOP (publication) printing in the USA, ANSI CGATS.6',
} as const;
