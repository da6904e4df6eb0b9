import { describe, expect, it } from '@jest/globals';
import CloudConvert from 'cloudconvert';
import { InvalidRequestError } from '../../../service/jobs/errors.ts';
import {
	openSignedUrl,
	WrongSignatureError,
} from '../../../service/signed-urls/open-signed-url.ts';
import { sign } from '../../../service/webhooks/sign.ts';

const base = 'https://s.cloudconvert.com/b3d85428-584e-4639-bc11-76b7dee9c109';
const secret = 'NT8dpJkttEyfSk3qlRgUJtvTkx64vhyX';

const url = 'https://some.url';
const logo = {
	tasks: {
		'import-it': { operation: 'import/url', url, filename: 'logo.png' },
		'export-it': { operation: 'export/url', input: 'import-it', inline: true },
	},
} as const;
const picture = {
	tasks: {
		'import-it': { operation: 'import/url', url, filename: 'test.png' },
		'export-it': { operation: 'export/url', input: 'import-it', inline: true },
	},
	tag: null,
	webhook_url: null,
};
const pdf =
	'https://github.com/cloudconvert/cloudconvert-php/raw/master/tests/Integration/files/input.pdf';
const document = {
	tasks: {
		'import-file': { operation: 'import/url', url: pdf },
		'export-file': { operation: 'export/url', input: 'import-file' },
	},
};

const php = Buffer.from(JSON.stringify(picture).replaceAll('/', '\\/')).toString('base64url');
const python = Buffer.from(JSON.stringify(document).replaceAll(/([,:])(?=["{])/g, '$1 '))
	.toString('base64')
	.replaceAll('+', '-')
	.replaceAll('/', '_');

/** Signs a query without its signature, as a client does. */
const signed = (query: string) => `${query}&s=${sign(`${base}?${query}`, secret)}`;

describe('openSignedUrl', () => {
	it.each([
		['Node', logo, '209d54e4454a407de71a07e6e500f45155fecf58a4e53d68329fbf358efcd823'],
		['PHP', picture, 'fb2760b572f652316d2ca218cec980024057ff108a472425c9fcc6136709cbe8'],
		['Python', document, '6dd147217a39534249a3cb418b357ba8cceacf74fc0db0d52630a07cac1ca268'],
	])('believes the signature that the %s SDK publishes', (language, job, signature) => {
		const node = new CloudConvert('key').signedUrls.sign(base, secret, logo, 'mykey');
		const queries: Readonly<Record<string, string>> = {
			Node: node.slice(base.length + 1),
			PHP: `job=${php}&cache_key=mykey&s=${signature}`,
			Python: `job=${python}&cache_key=mykey&s=${signature}`,
		};
		const query = queries[language] ?? '';

		expect(query).toMatch(new RegExp(`&s=${signature}$`));
		expect(openSignedUrl(query, [base], secret)).toMatchObject({ job, cacheKey: 'mykey' });
	});

	it.each([
		['all of base64', (text: string) => text],
		['base64 without its end', (text: string) => text.replace(/=+$/, '')],
		[
			'base64 as one replaces only the first',
			(text: string) => text.replace('+', '-').replace('/', '_'),
		],
		['percent signs', (text: string) => encodeURIComponent(text)],
	])('takes %s', (_, encode) => {
		const job = { name: '~~~???>>>ÿÿ', more: 'x' };
		const text = Buffer.from(JSON.stringify(job)).toString('base64');

		expect(text).toMatch(/\+.*\+/);
		expect(text).toMatch(/\/.*\/.*=/);
		expect(openSignedUrl(signed(`job=${encode(text)}`), [base], secret)).toMatchObject({
			job,
			cacheKey: undefined,
		});
	});

	it.each([
		['no signature', `job=${php}`],
		['the signature of another job', signed(`job=${php}`).replace('job=e', 'job=f')],
		['another cache key', signed(`job=${php}&cache_key=a`).replace('cache_key=a', 'cache_key=b')],
		['a short signature', signed(`job=${php}`).slice(0, -1)],
		['something behind the signature', `${signed(`job=${php}`)}&more=1`],
	])('refuses %s', (_, query) => {
		expect(() => openSignedUrl(query, [base], secret)).toThrow(WrongSignatureError);
	});

	it('refuses the signature for another address', () => {
		const query = signed(`job=${php}`);

		expect(() => openSignedUrl(query, [`${base}0`], secret)).toThrow(WrongSignatureError);
		expect(openSignedUrl(query, [`${base}0`, base], secret).job).toEqual(picture);
	});

	it('refuses a job that is no JSON, and a cache key with other characters', () => {
		for (const query of ['job=%%%', 'job=bm90IGpzb24', `job=${php}&cache_key=a%20b`])
			expect(() => openSignedUrl(signed(query), [base], secret)).toThrow(InvalidRequestError);
	});
});
