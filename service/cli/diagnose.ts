import { execa } from 'execa';
import type { Config } from '../config.ts';
import {
	type ConversionCounts,
	countConversions,
	describeWork,
	everyOffer,
	type Work,
} from '../engines/describe-work.ts';
import type { EngineInfo } from '../engines/handler.ts';
import { engineNames, packagesOf } from '../engines/programs.ts';
import { surveyMachine } from '../engines/survey.ts';

/** What this machine can do and what it lacks; plain JSON. */
export interface Diagnosis {
	readonly node: string;
	readonly sandbox: { readonly works: boolean; readonly reason?: string };
	readonly engines: readonly EngineInfo[];
	readonly missing: readonly MissingEngine[];
	/** Engines among the missing without which the service is not worth its name. */
	readonly essential_missing: readonly string[];
	/** How many formats `convert` reads and makes, and how many pairs of them. */
	readonly conversions: ConversionCounts;
	/** What each engine that is there does for each operation. */
	readonly operations: readonly Work[];
	readonly ocr: { readonly languages: readonly string[]; readonly turns_pages: boolean };
	readonly fonts: { readonly families: number; readonly missing: readonly MissingFont[] };
}

/** An engine that is not there. */
export interface MissingEngine {
	readonly name: string;
	/** What brings it, as words of a sentence. */
	readonly package: string;
	readonly enables: readonly Work[];
}

interface MissingFont {
	readonly family: string;
	readonly package: string;
	readonly enables: string;
}

const essential: ReadonlySet<string> = new Set(['libreoffice', 'qpdf']);

const usefulFonts: readonly MissingFont[] = [
	...['Liberation Sans', 'Liberation Serif', 'Liberation Mono'].map((family) => ({
		family,
		package: 'fonts-liberation',
		enables: 'the widths of Arial, Times New Roman and Courier New',
	})),
	{ family: 'Carlito', package: 'fonts-crosextra-carlito', enables: 'the widths of Calibri' },
	{ family: 'Caladea', package: 'fonts-crosextra-caladea', enables: 'the widths of Cambria' },
	{ family: 'DejaVu Sans', package: 'fonts-dejavu-core', enables: 'Greek, Cyrillic and symbols' },
];

/** Looks at everything that the service would use on this machine. */
export async function diagnose({
	FILEMILL_ALLOW_UNSANDBOXED,
}: Pick<Config, 'FILEMILL_ALLOW_UNSANDBOXED'>): Promise<Diagnosis> {
	const [survey, families] = await Promise.all([
		surveyMachine({ allowUnsandboxed: FILEMILL_ALLOW_UNSANDBOXED }),
		fontFamilies(),
	]);
	const { sandbox, installed, languages, offers } = survey;
	const there = new Set(installed.map(({ name }) => name));
	const possible = describeWork(everyOffer());
	const missing = engineNames.filter((name) => !there.has(name));
	return {
		node: process.versions.node,
		sandbox: {
			works: sandbox.sandboxed,
			...(sandbox.reason !== undefined && { reason: sandbox.reason }),
		},
		engines: installed,
		missing: missing.map((name) => ({
			name,
			package: packagesOf([name]),
			enables: possible.filter(({ engine }) => engine === name),
		})),
		essential_missing: missing.filter((name) => essential.has(name)),
		conversions: countConversions(offers),
		operations: describeWork(offers),
		ocr: { languages: languages.codes, turns_pages: languages.canOrient },
		fonts: {
			families: families.size,
			missing: usefulFonts.filter(({ family }) => !families.has(family)),
		},
	};
}

/** The font families that programs find; none without Fontconfig. */
async function fontFamilies(): Promise<ReadonlySet<string>> {
	const listed = await execa('/usr/bin/fc-list', [':', 'family'], { timeout: 10_000 }).catch(
		() => undefined,
	);
	const names = (listed?.stdout ?? '').split('\n').flatMap((line) => line.split(','));
	return new Set(names.map((name) => name.trim()).filter((name) => name !== ''));
}
