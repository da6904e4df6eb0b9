/** The format whose signature a file begins with, of those that the package `file-type` does not know. */
export function signatureOf(head: Buffer): string | undefined {
	const text = head.toString('latin1');
	return signatures.find(([signature]) => signature.test(text))?.[1];
}

/* biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are bytes */
const signatures: readonly (readonly [RegExp, string])[] = [
	[/^8BPS\0\x02/, 'psb'],
	[/^v\/1\x01/, 'exr'],
	[/^DDS \x7c\0\0\0/, 'dds'],
	[/^(SDPX|XPDS)\0?/, 'dpx'],
	[/^(\x80\x2a\x5f\xd7|\xd7\x5f\x2a\x80)/, 'cin'],
	[/^SIMPLE {2}= +T/, 'fits'],
	[/^#\?(RADIANCE|RGBE)\n/, 'hdr'],
	[/^\x8bJNG\r\n\x1a\n/, 'jng'],
	[/^\x8aMNG\r\n\x1a\n/, 'mng'],
	[/^id=ImageMagick/, 'miff'],
	[/^P7\nWIDTH/, 'pam'],
	// Comments may stand between the numbers (netpbm's own description of the formats).
	[/^P[14]\s+(#[^\n]*\s+)*\d+\s+(#[^\n]*\s+)*\d+\s/, 'pbm'],
	[/^P[25]\s+(#[^\n]*\s+)*\d+\s+(#[^\n]*\s+)*\d+\s/, 'pgm'],
	[/^P[36]\s+(#[^\n]*\s+)*\d+\s+(#[^\n]*\s+)*\d+\s/, 'ppm'],
	[/^P[Ff]\s\d+\s+\d+\s+-?[\d.]+\s/, 'pfm'],
	[/^\x59\xa6\x6a\x95/, 'ras'],
	[/^\x01\xda[\0\x01][\x01\x02]/, 'sgi'],
	[/^\xab\x01[\0\x01]/, 'viff'],
	[/^LBLSIZE=\s*\d+/, 'vicar'],
	[/^\xb1\x68\xde\x3a/, 'dcx'],
	[/^(\x08\xf2\xa6\xb6|\xb6\xa6\xf2\x08)/, 'vips'],
	[/^\xd7\xcd\xc6\x9a/, 'wmf'],
	[/^\x01\0\0\0[\s\S]{36} EMF/, 'emf'],
	[/^VCLMTF/, 'svm'],
	[/^\xffWPC[\s\S]{4}\x01\x16/, 'wpg'],
	[/^\xffWPC/, 'wpd'],
	[/^FOVb/, 'x3f'],
	[/^\0MRM/, 'mrw'],
	[/^II\x1a\0\0\0HEAPCCDR/, 'crw'],
];
/* biome-ignore-end lint/suspicious/noControlCharactersInRegex: these are bytes */
