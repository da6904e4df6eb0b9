import { describe, expect, it } from '@jest/globals';
import { allowsAddress, allowsHost, parseAllowList } from '../../../service/network/allow-list.ts';
import { AllowListError } from '../../../service/network/errors.ts';

describe('allowsAddress', () => {
	it.each([
		['10.0.0.0/8', '10.1.2.3', 80, true],
		['10.0.0.0/8', '11.1.2.3', 80, false],
		['127.0.0.1', '127.0.0.1', 80, true],
		['127.0.0.1', '127.0.0.2', 80, false],
		['127.0.0.1', '::ffff:127.0.0.1', 80, true],
		['127.0.0.1:8080', '127.0.0.1', 8080, true],
		['127.0.0.1:8080', '127.0.0.1', 8081, false],
		['fd00::/8', 'fd12::1', 443, true],
		['fd00::/8', '10.0.0.1', 443, false],
		['::1', '::1', 443, true],
		['[::1]:8443', '::1', 8443, true],
		['[::1]:8443', '::1', 443, false],
	])('knows whether %s opens %s on port %d', (entry, address, port, expected) => {
		expect(allowsAddress(parseAllowList([entry]), address, port)).toBe(expected);
	});
});

describe('allowsHost', () => {
	it.each([
		['nas.local', 'nas.local', 80, true],
		['NAS.local', 'nas.local.', 80, true],
		['nas.local:9000', 'nas.local', 9000, true],
		['nas.local:9000', 'nas.local', 80, false],
		['nas.local', 'other.nas.local', 80, false],
		['localhost:80', 'localhost', 80, true],
	])('knows whether %s opens %s on port %d', (entry, host, port, expected) => {
		expect(allowsHost(parseAllowList([entry]), host, port)).toBe(expected);
	});
});

describe('parseAllowList', () => {
	it.each([
		'10.0.0.0/33',
		'http://nas.local',
		'nas.local/path',
		'user@nas.local',
		'a b',
		'nas:port',
		'*.local',
		'',
	])('refuses the entry "%s"', (entry) => {
		expect(() => parseAllowList([entry])).toThrow(AllowListError);
	});
});
