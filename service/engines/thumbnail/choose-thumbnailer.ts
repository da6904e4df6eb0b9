import { UnsupportedError } from '../../errors.ts';
import { ableEngines } from '../able-engines.ts';
import { type Choice, chooseConverter, chooseEngine } from '../choose-engine.ts';
import { videoFormats } from '../ffmpeg/formats.ts';
import type { SourceFile } from '../file-task.ts';

/**
 * The engine that makes thumbnails of a file: the one asked for, else the best for its format.
 * @throws UnsupportedError when there is none.
 */
export function chooseThumbnailer(
	choice: Choice,
	input: Pick<SourceFile, 'filename' | 'format'>,
	output_format: string,
	asked?: string,
): string {
	if (videoFormats.has(input.format)) {
		if (asked === undefined || asked === 'ffmpeg')
			return chooseEngine(choice, 'thumbnail', 'ffmpeg');
		throw new UnsupportedError(
			`File "${input.filename}" is a video, of which only engine "ffmpeg" makes thumbnails.`,
		);
	}
	const able = ableEngines('thumbnail', output_format);
	const conversions = choice.conversions.filter(({ engine }) => able.includes(engine));
	return chooseConverter({ conversions }, input, output_format, asked);
}
