import type { Params } from '@filemill/operations';
import { InvalidOptionError, type ServiceError } from '../../errors.ts';
import { HttpStatusError, TooManyRedirectsError, UnreachableError } from '../../network/errors.ts';
import type { GuardedProxy } from '../../network/guarded-proxy.ts';
import { NotAPageError, PageNotReadyError, PageTooLargeError } from './errors.ts';
import type { PageFailure } from './request.ts';

/** The error for a page that could not be captured. */
export function explainFailure(
	{ kind, detail = '', address = '' }: PageFailure,
	params: Params<'capture-website'>,
	proxy: GuardedProxy,
): ServiceError {
	const { wait_for_element: element, wait_until: until } = params;
	const url = URL.parse(address) ?? new URL(params.url);
	switch (kind) {
		case 'network':
			return proxy.failureOf(hostAndPort(url)) ?? networkError(url.host, detail);
		case 'status':
			return new HttpStatusError(url.host, Number(detail), 'page');
		case 'download':
			return proxy.failureOf(hostAndPort(url)) ?? new NotAPageError(url.host);
		case 'selector':
			return new InvalidOptionError('wait_for_element', element, 'it must be a CSS selector');
		case 'element':
			return new PageNotReadyError(
				`Parameter "wait_for_element" is ${JSON.stringify(element)}, but within 30 seconds the page of "${url.host}" had no such element.`,
			);
		case 'memory':
			return new PageTooLargeError(url.host);
		case 'rendering':
			return new PageNotReadyError(
				`The page of "${url.host}" was loaded but could not be drawn within 60 seconds: it is too large, or its scripts never rest.`,
			);
		default:
			return new PageNotReadyError(
				`The page of "${url.host}" did not reach "${until}" within 60 seconds; an earlier moment for "wait_until" may help.`,
			);
	}
}

/** Chromium's network errors, completed to a sentence that begins with the host. */
const reasons: readonly (readonly [RegExp, string])[] = [
	[/CERT_DATE_INVALID/, 'has a TLS certificate that has expired, or is not valid yet'],
	[/CERT_COMMON_NAME_INVALID/, 'has a TLS certificate for another name'],
	[/CERT_/, 'has a TLS certificate that is not trusted'],
	[/SSL_/, 'does not speak TLS at this port'],
	[/TIMED_OUT/, 'did not answer in time'],
	[/UNSAFE_PORT/, 'is asked for at a port that browsers do not open'],
	[
		/EMPTY_RESPONSE|CONNECTION_(CLOSED|RESET)/,
		'closed the connection before the page was complete',
	],
	[/INVALID_(HTTP_)?RESPONSE|HTTP2|INVALID_CHUNKED/, 'did not answer in HTTP'],
];

function networkError(host: string, detail: string): ServiceError {
	if (/TOO_MANY_REDIRECTS/.test(detail)) return new TooManyRedirectsError(host, 20);
	const [, reason = 'could not be loaded'] = reasons.find(([name]) => name.test(detail)) ?? [];
	return new UnreachableError(host, reason, new Error(detail));
}

function hostAndPort({ hostname, port, protocol }: URL): string {
	const host = hostname.replace(/^\[(.*)\]$/, '$1');
	return `${host}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
