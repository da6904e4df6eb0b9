import { preparePdfa } from './prepare-pdfa.ts';

/** What the PDF worker can do; add a line and a file of that name for each action. */
export const actions = {
	'prepare-pdfa': preparePdfa,
} as const;

/** The actions as the service sees them: types alone, because it never runs them itself. */
export type Actions = typeof actions;
export type ActionName = keyof Actions;
