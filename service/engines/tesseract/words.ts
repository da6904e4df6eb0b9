/** What Tesseract thinks of the words that it read on a page. */
export interface Words {
	readonly count: number;
	/** The mean of all words, from 0 to 100; 0 where there are none. */
	readonly confidence: number;
	/** Whether most of them stand on their side. */
	readonly sideways: boolean;
}

/** Reads Tesseract's table of all that it found. */
export function parseWords(table: string): Words {
	const words = table.split('\n').flatMap((line) => {
		const [level, , , , , , , , width, height, confidence, ...text] = line.split('\t');
		// Level 5 is a word; nothing but white space is one that was found and then dropped.
		if (level !== '5' || text.join('').trim() === '') return [];
		return [
			{
				confidence: Number(confidence),
				tall: text.join('').length > 3 && Number(height) > Number(width),
			},
		];
	});
	const sum = words.reduce((total, { confidence }) => total + confidence, 0);
	return {
		count: words.length,
		confidence: words.length > 0 ? sum / words.length : 0,
		sideways: words.filter(({ tall }) => tall).length * 4 > words.length,
	};
}
