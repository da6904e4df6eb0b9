import { describe, expect, it } from '@jest/globals';
import { captureWebsite } from '../../../../operations/capture-website.ts';
import { explainFailure } from '../../../../service/engines/chrome/explain-failure.ts';
import { ForbiddenAddressError } from '../../../../service/network/errors.ts';

const params = captureWebsite.params.parse({
	...{ url: 'https://example.com/a', output_format: 'pdf' },
	...{ wait_for_element: '#chart', wait_until: 'networkidle0' },
});
const proxy = {
	folder: '',
	failureOf: (host: string) =>
		host === 'forbidden.test:443' ? new ForbiddenAddressError('forbidden.test') : undefined,
	close: () => Promise.resolve(),
};

describe('explainFailure', () => {
	it.each([
		['loading', undefined, 'PAGE_NOT_READY', '"networkidle0" within 60 seconds'],
		['element', undefined, 'PAGE_NOT_READY', '"#chart", but within 30 seconds'],
		['rendering', undefined, 'PAGE_NOT_READY', 'could not be drawn'],
		['selector', undefined, 'INVALID_OPTION', 'it must be a CSS selector'],
		['network', 'net::ERR_CERT_DATE_INVALID', 'UNREACHABLE', 'has expired'],
		['network', 'net::ERR_CERT_COMMON_NAME_INVALID', 'UNREACHABLE', 'for another name'],
		['network', 'net::ERR_CERT_AUTHORITY_INVALID', 'UNREACHABLE', 'not trusted'],
		['network', 'net::ERR_SSL_PROTOCOL_ERROR', 'UNREACHABLE', 'does not speak TLS'],
		['network', 'net::ERR_WHATEVER', 'UNREACHABLE', 'could not be loaded'],
	] as const)('makes an error of %s %s', (kind, detail, code, words) => {
		const error = explainFailure({ kind, detail }, params, proxy);

		expect(error.code).toBe(code);
		expect(error.message).toContain(words);
	});

	it('says why the proxy did not go there', () => {
		const failure = { detail: 'net::ERR_EMPTY_RESPONSE', address: 'https://forbidden.test/x' };
		const error = explainFailure({ kind: 'network', ...failure }, params, proxy);

		expect(error).toBeInstanceOf(ForbiddenAddressError);
	});
});
