import { Agent, buildConnector, type Dispatcher } from 'undici';
import { checkedAddresses, type Resolve, systemResolve } from './address-guard.ts';
import { parseAllowList } from './allow-list.ts';
import { ForbiddenAddressError } from './errors.ts';
import { type FetchedFile, type FetchOptions, fetchFile } from './fetch-file.ts';

/** The only way from the service to other hosts: every connection goes to an address that was checked. */
export interface Network {
	/** For requests with undici; it answers `ForbiddenAddressError` where it does not go. */
	readonly dispatcher: Dispatcher;
	fetchFile(url: string, options: FetchOptions): Promise<FetchedFile>;
	/**
	 * Says early whether the service would go to an address at all; a host that cannot be looked up just now may be there later.
	 * @throws ForbiddenAddressError
	 */
	check(url: URL): Promise<void>;
	close(): Promise<void>;
}

export interface NetworkOptions {
	/** Entries of FILEMILL_ALLOW_ADDRESSES. */
	readonly allow: readonly string[];
	readonly resolve?: Resolve;
	/** Certificate authorities to trust instead of the system's, in PEM. */
	readonly ca?: string;
	/** Milliseconds to wait for a connection, and for the next sign of life of an open one. */
	readonly timeouts?: { readonly connect?: number; readonly idle?: number };
}

/**
 * Opens the network for the service.
 * @throws AllowListError
 */
export function createNetwork(options: NetworkOptions): Network {
	const idle = options.timeouts?.idle ?? 60_000;
	const agent = new Agent({
		connect: guardedConnector(options),
		headersTimeout: idle,
		bodyTimeout: idle,
		allowH2: false,
	});
	const guard = guardOf(options);
	return {
		dispatcher: agent,
		fetchFile: (url, request) => fetchFile(agent, url, request),
		check: async (url) => {
			await checkedAddresses(url.hostname, portOf(url), guard).catch((error: unknown) => {
				if (error instanceof ForbiddenAddressError) throw error;
			});
		},
		close: () => agent.destroy(),
	};
}

function guardOf({ allow, resolve = systemResolve }: NetworkOptions) {
	return { rules: parseAllowList(allow), resolve };
}

function portOf({ port, protocol }: { readonly port: string; readonly protocol: string }): number {
	return Number(port) || (protocol === 'https:' ? 443 : 80);
}

function guardedConnector(options: NetworkOptions): buildConnector.connector {
	const guard = guardOf(options);
	return (target, callback) => {
		checkedAddresses(target.hostname, portOf(target), guard).then(
			(addresses) => {
				const connect = buildConnector({
					timeout: options.timeouts?.connect ?? 10_000,
					allowH2: false,
					...(options.ca ? { ca: options.ca } : {}),
					// The answer that was checked is the one that is dialled; asking again could bring another.
					lookup: (_host, { all }, done) => {
						const [first] = addresses;
						if (all) done(null, [...addresses]);
						else done(null, first?.address ?? '', first?.family);
					},
				});
				connect(target, callback);
			},
			(error: Error) => callback(error, null),
		);
	};
}
