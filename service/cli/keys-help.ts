import { scopes } from '../keys/scopes.ts';

/** A command line that cannot be understood; the message says what would be right. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

/** The lines of the help text about keys. */
export const keysHelp = `  filemill keys create --name NAME [--scopes LIST] [--expires WHEN]
                      make an API key and print it once; LIST is some of ${scopes.join(',')},
                      all unless given; WHEN is a time from now (90d, 12h) or a date (2027-01-31)
  filemill keys list  list the keys that were made (--json: as JSON)
  filemill keys revoke ID
                      take a key away at once`;
