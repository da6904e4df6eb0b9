import { describe, expect, it } from '@jest/globals';
import { neededScope } from '../../../service/keys/scopes.ts';

describe('neededScope', () => {
	it.each([
		['GET', '/v2/jobs', 'task.read'],
		['POST', '/v2/jobs', 'task.write'],
		['DELETE', '/v2/jobs/:id', 'task.write'],
		['GET', '/v2/events', 'task.read'],
		['POST', '/v2/pdf/ocr', 'task.write'],
		['GET', '/v2/users/me', 'user.read'],
		['GET', '/v2/users/me/webhooks', 'webhook.read'],
		['POST', '/v2/webhooks', 'webhook.write'],
		['POST', '/v2/webhooks/:id/deliveries/:delivery/replay', 'webhook.write'],
		['GET', '/v2/webhooks/:id/deliveries', 'webhook.read'],
		['POST', '/v2/whatever/comes', 'task.write'],
	])('is for %s %s %s', (method, route, scope) => {
		expect(neededScope(method, route)).toBe(scope);
	});
});
