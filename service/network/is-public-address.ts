import ipaddr from 'ipaddr.js';

// Azure's host agent answers every virtual machine at this address, which no registry lists.
const azureHostAgent = '168.63.129.16';
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether anyone on the Internet may be at this address: not in the special-purpose registries of IANA for IPv4
 * (RFC 6890 and later) and IPv6, and for IPv6 in the one block that is handed out (2000::/3).
 */
export function isPublicAddress(address: string): boolean {
	const ip = ipaddr.process(address);
	if (ip instanceof ipaddr.IPv4)
		return ip.range() === 'unicast' && ip.toString() !== azureHostAgent;
	// RFC 6052, 2.2: a translator sends these on to the IPv4 address in the last four bytes.
	if (ip.match(nat64)) return isPublicAddress(ip.toByteArray().slice(12).join('.'));
	return ip.match(globalUnicast) && ip.range() === 'unicast';
}
