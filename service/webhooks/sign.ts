import { createHmac } from 'node:crypto';

/** The header that carries the signature; what receivers of this interface look for. */
export const signatureHeader = 'CloudConvert-Signature';

/** HMAC-SHA256 of the bytes of a body as they are sent, in lower-case hex. */
export function sign(body: string | Uint8Array, secret: string): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}
