import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AllowListError } from './errors.ts';

/** What an operator opened: a range of addresses, or a host by its name; on every port when none is named. */
export interface AllowRule {
	readonly range?: readonly [ipaddr.IPv4 | ipaddr.IPv6, number];
	readonly host?: string;
	readonly port?: number;
}

/**
 * Reads the entries of FILEMILL_ALLOW_ADDRESSES: hosts, addresses (both with or without port) and CIDR ranges.
 * @throws AllowListError
 */
export function parseAllowList(entries: readonly string[]): AllowRule[] {
	return entries.map(parseEntry);
}

/** Whether a rule opens the host of that name, whatever its addresses. */
export function allowsHost(rules: readonly AllowRule[], host: string, port: number): boolean {
	return rules.some((rule) => rule.host === withoutDot(host) && onPort(rule, port));
}

/** Whether a rule opens the address. */
export function allowsAddress(rules: readonly AllowRule[], address: string, port: number): boolean {
	const ip = ipaddr.process(address);
	return rules.some(({ range, ...rule }) => {
		if (range === undefined || !onPort(rule, port)) return false;
		return range[0].kind() === ip.kind() && ip.match([...range]);
	});
}

function parseEntry(entry: string): AllowRule {
	if (ipaddr.isValidCIDR(entry) && entry.includes('/')) return { range: ipaddr.parseCIDR(entry) };
	if (isIP(entry)) return { range: single(entry) };
	const [, host, port] = /^(\[[^\]]+\]|[^:[\]*]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
	const url = host === undefined ? null : URL.parse(`http://${host}/`);
	if (url === null || url.pathname !== '/' || url.username || url.search || url.hash || url.port) {
		throw new AllowListError(entry);
	}
	const name = withoutBrackets(url.hostname);
	return {
		...(isIP(name) ? { range: single(name) } : { host: withoutDot(name) }),
		...(port ? { port: Number(port) } : {}),
	};
}

function single(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
	const ip = ipaddr.process(address);
	return [ip, ip.kind() === 'ipv4' ? 32 : 128];
}

function onPort(rule: AllowRule, port: number): boolean {
	return rule.port === undefined || rule.port === port;
}

function withoutBrackets(host: string): string {
	return host.replace(/^\[(.*)\]$/, '$1');
}

function withoutDot(host: string): string {
	return host.toLowerCase().replace(/\.$/, '');
}
