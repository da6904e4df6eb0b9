const textExtensions: Readonly<Record<string, string>> = {
	'application/json': 'json',
	'application/xml': 'xml',
	'image/svg+xml': 'svg',
	'text/csv': 'csv',
	'text/html': 'html',
	'text/markdown': 'md',
	'text/plain': 'txt',
	'text/xml': 'xml',
};

/**
 * A name for a file that came without one. The service tells formats by their content where a name has no extension;
 * only formats of text need one, which the media type tells.
 */
export function defaultFilename(mimeType = '', fileExtension = ''): string {
	const [type = ''] = mimeType.split(';');
	const extension = fileExtension || textExtensions[type.trim().toLowerCase()];
	return extension ? `file.${extension}` : 'file';
}
