import { everyConversion } from './conversions.ts';
import { listOffers, type Offer } from './offers.ts';
import { engineNames } from './programs.ts';

/** What an engine does for an operation, with the formats that it reads and makes; none where they do not matter. */
export interface Work {
	readonly operation: string;
	readonly engine: string;
	readonly reads: readonly string[];
	readonly makes: readonly string[];
}

/** Offers summed up: a row for each operation and engine. */
export function describeWork(offers: readonly Offer[]): Work[] {
	const groups = Map.groupBy(offers, ({ operation, engine }) => `${operation} ${engine ?? ''}`);
	return [...groups.values()].map((group) => ({
		operation: group[0]?.operation ?? '',
		engine: group[0]?.engine ?? 'the service itself',
		reads: formats(group.map(({ input_format }) => input_format)),
		makes: formats(group.map(({ output_format }) => output_format)),
	}));
}

/** How many formats can be converted. */
export interface ConversionCounts {
	readonly pairs: number;
	readonly reads: number;
	readonly makes: number;
}

/** Counts what `convert` offers, whichever engine does it. */
export function countConversions(offers: readonly Offer[]): ConversionCounts {
	const own = offers.filter(
		({ operation, alternatives }) => operation === 'convert' && !alternatives,
	);
	return {
		pairs: own.length,
		reads: formats(own.map(({ input_format }) => input_format)).length,
		makes: formats(own.map(({ output_format }) => output_format)).length,
	};
}

/** All that there would be on a machine that has every engine; it is the same everywhere. */
export function everyOffer(): Offer[] {
	const installed = engineNames.map((name) => ({ name, version: 'any' }));
	return listOffers({ installed, conversions: everyConversion() });
}

function formats(all: readonly (string | null)[]): string[] {
	return [...new Set(all.filter((one) => one !== null))].sort();
}
