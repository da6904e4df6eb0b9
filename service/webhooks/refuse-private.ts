import { InvalidRequestError } from '../jobs/errors.ts';
import { ForbiddenAddressError } from '../network/errors.ts';
import type { Network } from '../network/network.ts';

/**
 * Refuses an address that the service would not call, while the client still listens.
 * @throws InvalidRequestError about the field that has it
 */
export async function refusePrivate(network: Network, field: string, url: string): Promise<void> {
	try {
		await network.check(new URL(url));
	} catch (error) {
		if (!(error instanceof ForbiddenAddressError)) throw error;
		throw new InvalidRequestError({ [field]: [error.message] });
	}
}
