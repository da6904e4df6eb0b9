/** What an API key may be allowed to do. */
export const scopes = [
	'user.read',
	'user.write',
	'task.read',
	'task.write',
	'webhook.read',
	'webhook.write',
] as const;
export type Scope = (typeof scopes)[number];

/** Areas of the interface by the beginning of their addresses, the narrower first; jobs are made of tasks. */
const areas = [
	['/v2/users/me/webhooks', 'webhook'],
	['/v2/webhooks', 'webhook'],
	['/v2/users', 'user'],
	['/v2/', 'task'],
] as const;

/** The scope that a request to a route below `/v2/` needs: reading for GET and HEAD, else writing. */
export function neededScope(method: string, route: string): Scope {
	const area = areas.find(([beginning]) => route.startsWith(beginning))?.[1] ?? 'task';
	return method === 'GET' || method === 'HEAD' ? `${area}.read` : `${area}.write`;
}
