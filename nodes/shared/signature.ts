/** The header in which the service signs what it delivers, in lower case. */
export const signatureHeader = 'cloudconvert-signature';

/**
 * Whether a delivery comes from the service: its signature is the HMAC-SHA256 of its bytes, as they came, in hex. Takes
 * the same time wherever the first difference is.
 */
export async function isSigned(
	body: Uint8Array,
	signature: unknown,
	secret: string,
): Promise<boolean> {
	if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature) || secret === '')
		return false;
	const algorithm = { name: 'HMAC', hash: 'SHA-256' };
	const bytes = new TextEncoder().encode(secret);
	const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
	return crypto.subtle.verify(
		algorithm.name,
		key,
		new Uint8Array(Buffer.from(signature, 'hex')),
		new Uint8Array(body),
	);
}
