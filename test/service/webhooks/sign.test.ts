import { describe, expect, it } from '@jest/globals';
import { sign } from '../../../service/webhooks/sign.ts';

describe('sign', () => {
	it('gives the signature that is published for this body and secret', () => {
		expect(sign('cloudconvert', '90sffs0d8fs0f9sf0')).toBe(
			'5c4c0691bce8a1a2af738b7073fe0627e792734813358c5f88a658819dd0a6d2',
		);
	});

	it('signs bytes as they are', () => {
		expect(sign(Buffer.from('Grüße', 'utf8'), 'secret')).toBe(sign('Grüße', 'secret'));
	});
});
