import { describe, expect, it } from '@jest/globals';
import { chooseOptimizer } from '../../../../service/engines/optimizers/choose-optimizer.ts';

const everything = choice('ghostscript', 'sharp', 'jpegoptim', 'gifsicle', 'svgo');
const photo = { filename: 'photo.jpg', format: 'jpg' };

describe('chooseOptimizer', () => {
	it('takes an engine that loses nothing, unless a quality is given', () => {
		expect(chooseOptimizer(everything, photo, {})).toBe('jpegoptim');
		expect(chooseOptimizer(everything, photo, { quality: 80 })).toBe('sharp');
	});

	it('takes the engine that is asked for', () => {
		const asked = { engine: 'jpegoptim', quality: 80 };

		expect(chooseOptimizer(everything, photo, asked)).toBe('jpegoptim');
	});

	it('says which package is missing, rather than losing something unasked', () => {
		const few = choice('ghostscript', 'sharp', 'svgo');

		expect(() => chooseOptimizer(few, photo, {})).toThrow(
			'Engine "jpegoptim" is not installed on this service: install the package jpegoptim.',
		);
	});
});

function choice(...names: string[]) {
	const installed = names.map((name) => ({ name, version: '1.0' }));
	return { installed, conversions: [], languages: { codes: [], canOrient: false } };
}
