/** The header that carries a file name of any characters (RFC 6266, with the encoding of RFC 8187). */
export function contentDisposition(filename: string): string {
	const wellFormed = filename.replaceAll(/\p{Surrogate}/gu, '\ufffd');
	const plain = wellFormed.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
	// RFC 8187, 3.2.1: an attr-char is none of these, but encodeURIComponent leaves them.
	const encoded = encodeURIComponent(wellFormed).replaceAll(
		/['()*]/g,
		(one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
