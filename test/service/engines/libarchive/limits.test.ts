import { describe, expect, it } from '@jest/globals';
import { UnpackMeter } from '../../../../service/engines/libarchive/limits.ts';

const mebibyte = 1024 ** 2;
const meter = () =>
	new UnpackMeter({ filename: 'a.zip', size: mebibyte }, { entries: 2, bytes: 1000 * mebibyte });

describe('UnpackMeter', () => {
	it('adds up what comes out, and stops at the limit', () => {
		const one = meter();
		one.add({ entries: 2 });

		expect(() => one.add({ entries: 1 })).toThrow('holds more than the 2 entries that are taken');
	});

	it('lets small files be as repetitive as they like, and large ones not', () => {
		const one = meter();
		one.add({ bytes: 256 * mebibyte });

		expect(() => one.add({ bytes: 1 })).toThrow('more than 200 times its size');
	});

	it('believes what an archive says of its size when that is too much', () => {
		const large = { filename: 'a.zip', size: 500 * mebibyte };
		const one = new UnpackMeter(large, { entries: 2, bytes: 1000 * mebibyte });

		expect(() => one.check({ bytes: 1001 * mebibyte })).toThrow('bytes that are taken');
		expect(one.bytes).toBe(0);
	});
});
