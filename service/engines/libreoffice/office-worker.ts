import { longLived } from '../limits.ts';
import type { Command, Sandbox } from '../sandbox.ts';

/** A LibreOffice that stays open and converts what it is asked for, driven through its Python bridge. */
export function officeWorker(sandbox: Sandbox): Command {
	const mounts = [{ source: import.meta.dirname, target: '/opt/filemill/libreoffice' }];
	const script = sandbox.visible(`${import.meta.dirname}/worker.py`, mounts);
	return { path: '/usr/bin/python3', args: ['-I', '-B', script], mounts, limits: longLived };
}
