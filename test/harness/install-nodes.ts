import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Installs below `folder` what would be published, so that a file missing from the package is missed in tests. Nothing
 * is built: `dist/` is packed as it is.
 */
export function installNodes(folder: string): void {
	const target = path.join(folder, 'node_modules/@filemill/n8n-nodes-filemill');
	mkdirSync(target, { recursive: true });
	const packed = execFileSync(
		'npm',
		['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
		{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
	);
	const [{ filename }]: [{ filename: string }] = JSON.parse(packed);
	execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', target, '--strip-components=1']);
}
