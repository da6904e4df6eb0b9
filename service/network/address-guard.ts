import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AllowRule, allowsAddress, allowsHost } from './allow-list.ts';
import { ForbiddenAddressError, UnreachableError } from './errors.ts';
import { isPublicAddress } from './is-public-address.ts';

/** An address to dial, with its IP version. */
export interface HostAddress {
	readonly address: string;
	readonly family: number;
}

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly HostAddress[]>;

/** The system's resolver, hosts file included. */
export const systemResolve: Resolve = (host) => lookup(host, { all: true });

/**
 * Resolves a host once and answers the addresses that may be dialled. One forbidden address among several forbids the
 * host: the next answer might hold only that one.
 * @throws ForbiddenAddressError, or what the resolver throws
 */
export async function checkedAddresses(
	host: string,
	port: number,
	{ rules, resolve }: { rules: readonly AllowRule[]; resolve: Resolve },
): Promise<readonly HostAddress[]> {
	const family = isIP(host);
	const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
	if (addresses.length === 0) throw new UnreachableError(host, 'has no address in the DNS');
	const allowed =
		allowsHost(rules, host, port) ||
		addresses.every(
			({ address }) => isPublicAddress(address) || allowsAddress(rules, address, port),
		);
	if (!allowed) throw new ForbiddenAddressError(host);
	return addresses;
}
