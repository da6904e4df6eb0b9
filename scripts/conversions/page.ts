/** One conversion of a real file. */
export interface Tried {
	readonly from: string;
	readonly to: string;
	readonly engine: string;
	readonly seconds: number;
	/** What another program says of the result; absent where there is none that can be read. */
	readonly checked?: string;
	readonly files?: number;
	readonly failure?: string;
}

/** The page about all conversions: a table for each engine, a row for each input format. */
export function conversionsPage(
	tried: readonly Tried[],
	untried: readonly string[],
	skipped: number,
): string {
	const worked = tried.filter(({ failure }) => failure === undefined);
	const failed = tried.filter(({ failure }) => failure !== undefined);
	const formats = new Set(tried.flatMap(({ from, to }) => [from, to]));
	const pairs = new Set(tried.map(({ from, to }) => `${from} ${to}`));
	const sections = [
		'# Conversions, tried',
		`A real file converted along every pair of formats that a set-up machine offers: ${pairs.size} pairs of ${formats.size} formats, ${worked.length} of ${tried.length} ways worked (some pairs have two engines). Written by \`node scripts/conversions.ts\`; the sample of a format is a file of \`test/fixtures/\`, or what an earlier conversion made. Each cell says how many seconds it took from upload to download, some at a time, the program that read the result and what it found.`,
		...(skipped > 0
			? [`${skipped} more ways are offered and were not tried before it was interrupted.`]
			: []),
		...engineSections(worked),
		'## What did not work',
		failed.map((one) => `- ${one.from} → ${one.to} (${one.engine}): ${one.failure}`).join('\n') ||
			'Nothing.',
		'## Formats without a sample',
		untried.length > 0
			? `They can only be read, and there is no file to try: ${untried.toSorted().join(', ')}.`
			: 'None.',
	];
	return `${sections.join('\n\n')}\n`;
}

function engineSections(worked: readonly Tried[]): string[] {
	return [...Map.groupBy(worked, ({ engine }) => engine)].map(([engine, all]) =>
		[
			`## ${engine}`,
			'',
			'| from | to: seconds, checked by |',
			'|---|---|',
			...[...Map.groupBy(all, ({ from }) => from)]
				.toSorted(([a], [b]) => a.localeCompare(b))
				.map(([from, row]) => `| ${from} | ${row.map(cell).join('<br>')} |`),
		].join('\n'),
	);
}

function cell({ to, seconds, checked = '', files = 1 }: Tried): string {
	return `**${to}** ${seconds.toFixed(1)}, ${checked.replaceAll('|', '/')}${files > 1 ? `, ${files} files` : ''}`;
}
