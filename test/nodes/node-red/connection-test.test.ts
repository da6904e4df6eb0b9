import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Hosts, startHosts } from './hosts.ts';

let hosts: Hosts;

beforeAll(async () => {
	hosts = await startHosts();
});

afterAll(() => hosts?.stop());

describe('the test of address and key', () => {
	it.each([
		['the right key', {}, true, /takes the key/],
		['a wrong key', { apiKey: 'wrong' }, false, /API key/],
		['no address', { baseUrl: 'filemill' }, false, /"filemill" is no address/],
		['a closed port', { baseUrl: 'http://127.0.0.1:1' }, false, /can be reached/],
	])('tells of %s', async (_, given, ok, message) => {
		const response = await fetch(`${hosts.nodeRed.url}/filemill/test`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ baseUrl: hosts.service.url, apiKey: hosts.service.apiKey, ...given }),
		});

		const answer: { ok: boolean; message: string } = JSON.parse(await response.text());
		expect(answer).toEqual({ ok, message: expect.stringMatching(message) });
	});
});
