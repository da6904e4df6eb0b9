import type { NodeAPI } from 'node-red';
import { checkConnection } from '../shared/client.ts';
import { isObject } from '../shared/json.ts';
import { connectionTo, isConfigNode } from './config-node.ts';
import { wordsFor } from './node-error.ts';

/** What the editor shows in the place of a key that is stored. */
const storedKey = '__PWRD__';
const patience = 10_000;

/** Registers the route that the button "Test" of the config node asks: whether address and key work, in words. */
export function registerConnectionTest(RED: NodeAPI): void {
	// Who may deploy can send a stored key anywhere by a flow, so this gives nothing beyond that permission.
	const allowed = RED.auth.needsPermission('flows.write');
	RED.httpAdmin.post('/filemill/test', allowed, async ({ body }, response) => {
		const { id, baseUrl, apiKey }: Record<string, unknown> = isObject(body) ? body : {};
		const node = RED.nodes.getNode(String(id));
		const stored = isConfigNode(node) ? node.credentials?.apiKey : undefined;
		const given = { baseUrl, apiKey: apiKey === storedKey ? stored : apiKey };
		try {
			await checkConnection(connectionTo(RED, node, given, AbortSignal.timeout(patience)));
			response.json({ ok: true, message: RED._('test.ok') });
		} catch (error) {
			response.json({ ok: false, message: wordsFor(error) });
		}
	});
}
