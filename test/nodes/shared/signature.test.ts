import { describe, expect, it } from '@jest/globals';
import { isSigned } from '../../../nodes/shared/signature.ts';

const body = Buffer.from('cloudconvert');
const secret = '90sffs0d8fs0f9sf0';
// What the SDKs of the hosted interface expect for these.
const signature = '5c4c0691bce8a1a2af738b7073fe0627e792734813358c5f88a658819dd0a6d2';

describe('isSigned', () => {
	it('knows the signature that other receivers of the interface know', async () => {
		expect(await isSigned(body, signature, secret)).toBe(true);
		expect(await isSigned(body, signature.toUpperCase(), secret)).toBe(true);
	});

	it.each([
		['other bytes', Buffer.from('cloudconverT'), signature, secret],
		['another secret', body, signature, 'guessed'],
		['no secret, as when it was lost', body, signature, ''],
		['a part of it', body, signature.slice(0, 32), secret],
		['several headers', body, [signature, signature], secret],
		['none', body, undefined, secret],
	])('refuses %s', async (_name, bytes, given, key) => {
		expect(await isSigned(bytes, given, key)).toBe(false);
	});
});
