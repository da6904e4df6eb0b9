import { InvalidOptionError } from '../errors.ts';

// What belongs to the connection, or to the service's own part of the request (RFC 9110, 7.6.1).
const reserved =
	/^(host|connection|keep-alive|proxy-.*|transfer-encoding|content-length|te|trailer|upgrade|expect)$/i;

/**
 * The headers that a client adds to a request, with the credentials of its address as one of them.
 * @throws InvalidOptionError for a header that is the service's own business.
 */
export function requestHeaders(
	url: URL,
	headers: Readonly<Record<string, string>> = {},
): Record<string, string> {
	const refused = Object.keys(headers).find((name) => reserved.test(name));
	if (refused !== undefined)
		throw new InvalidOptionError('headers', refused, 'the service sets that header itself');
	const all = new Headers();
	if (url.username || url.password) all.set('authorization', basicCredentials(url));
	for (const [name, value] of Object.entries(headers)) all.set(name, value);
	return Object.fromEntries(all);
}

/** Whether a header belongs to one connection and must not be sent on. */
export function isHopByHop(name: string): boolean {
	return (
		name.toLowerCase() !== 'host' && name.toLowerCase() !== 'content-length' && reserved.test(name)
	);
}

function basicCredentials({ username, password }: URL): string {
	const decoded = [username, password].map(decodeSafely).join(':');
	return `Basic ${Buffer.from(decoded).toString('base64')}`;
}

function decodeSafely(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
