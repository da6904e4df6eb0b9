import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Mount } from '../sandbox.ts';

/** What a Java of Debian needs to see beside /usr: its settings lie below /etc. */
export function javaMounts(): Mount[] {
	if (!existsSync('/etc')) return [];
	return readdirSync('/etc')
		.filter((name) => /^java-\d+-openjdk$/.test(name))
		.map((name) => ({ source: path.join('/etc', name), target: path.join('/etc', name) }));
}
