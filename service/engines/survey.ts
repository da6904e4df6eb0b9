import type { Choice } from './choose-engine.ts';
import { listConversions } from './conversions.ts';
import { detectSandbox } from './detect-sandbox.ts';
import { findMissingSandbox, withoutSteered } from './needs-sandbox.ts';
import { listOffers, type Offer } from './offers.ts';
import { findEngines } from './programs.ts';
import type { Sandbox } from './sandbox.ts';
import { findLanguages } from './tesseract/languages.ts';

/** What a machine has and can do. */
export interface Survey extends Choice {
	readonly sandbox: Sandbox;
	/** Whether engines may work that a stranger can steer. */
	readonly confined: boolean;
	readonly offers: readonly Offer[];
}

/** Looks for engines, languages and a sandbox on this machine; nothing is started that stays. */
export async function surveyMachine(options: {
	/** Whether engines that a stranger can steer may work without a sandbox. */
	readonly allowUnsandboxed: boolean;
}): Promise<Survey> {
	const [sandbox, found, languages] = await Promise.all([
		detectSandbox(),
		findEngines(),
		findLanguages(),
	]);
	const confined = sandbox.sandboxed || options.allowUnsandboxed;
	const installed = confined ? found : withoutSteered(found);
	const conversions = listConversions(installed);
	const offers = listOffers({ installed, conversions }).filter(
		({ operation }) => confined || !findMissingSandbox(operation),
	);
	return { sandbox, confined, installed, conversions, languages, offers };
}
