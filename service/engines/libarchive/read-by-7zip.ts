import { chmod, lstat, mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { FileTask } from '../file-task.ts';
import { type Program, runProgram, workspaceMounts } from '../run-program.ts';
import { explainUnreadable } from './explain-unreadable.ts';
import type { Reader, Reading } from './reader.ts';

/** Reads an archive by 7-Zip: measures it by its list first, unpacks it in the sandbox, and takes what lies there then. */
export const readBy7zip: Reader = async (task, reading) => {
	const { meter, sandbox } = reading;
	const folder = path.join(task.workspace.tmp, 'unpacked');
	await mkdir(folder);
	const links: string[] = [];
	await run7zip(task, reading, ['l', '-slt', '-ba'], async (stdout) => {
		const said = { entries: 0, bytes: 0 };
		let name = '';
		for await (const line of createInterface({ input: stdout })) {
			if (line.startsWith('Path = ')) {
				said.entries++;
				name = line.slice('Path = '.length);
			}
			if (/^(Attributes|Mode) = (.* )?l[rwx-]{9}$/.test(line)) links.push(name);
			said.bytes += Number(/^Size = (\d+)$/.exec(line)?.[1] ?? 0);
			meter.check(said);
		}
	});
	const target = sandbox.visible(folder, workspaceMounts(task.workspace));
	// Without links, of which it makes empty files when they lead away.
	await run7zip(task, reading, ['x', '-y', '-bso0', '-snl-', `-o${target}`]);
	await takeFolder(folder, '', reading);
	const link = { kind: 'symlink', modified: new Date(), isExecutable: false } as const;
	for (const name of links) await reading.receive({ ...link, name }, async () => undefined);
};

/** How 7-Zip calls a format where it is not the name of the extension. */
const types: Readonly<Record<string, string>> = { cb7: '7z' };

async function run7zip(
	{ input, workspace, signal }: FileTask,
	{ sandbox, password }: Reading,
	args: readonly string[],
	takeOutput?: Program['takeOutput'],
): Promise<void> {
	const visible = sandbox.visible(input.path, workspaceMounts(workspace));
	const ended = await runProgram(sandbox, {
		path: '/usr/bin/7zz',
		// The format by name: it would open programs and disks too.
		args: [...args, `-t${types[input.format] ?? input.format}`, '-sccUTF-8', '--', visible],
		workspace,
		signal,
		// No list of processes shows it there.
		input: password === undefined ? '' : `${password}\n`,
		...(takeOutput && { takeOutput }),
	});
	if (ended.exitCode !== 0) throw explainUnreadable(input, ended.stderr, password);
}

/** Takes what lies in a folder, whatever it is; nothing of it is opened through a link. */
async function takeFolder(folder: string, prefix: string, reading: Reading): Promise<void> {
	for (const base of (await readdir(folder)).sort()) {
		const found = path.join(folder, base);
		const stats = await lstat(found);
		const entry = {
			name: `${prefix}${base}`,
			modified: stats.mtime,
			isExecutable: (stats.mode & 0o100) !== 0,
		};
		if (stats.isDirectory()) {
			// An archive may forbid its own reader to look inside.
			await chmod(found, 0o700);
			await reading.receive({ ...entry, kind: 'folder' }, async () => undefined);
			await takeFolder(found, `${entry.name}/`, reading);
		} else if (stats.isFile()) {
			await chmod(found, 0o600);
			await reading.receive({ ...entry, kind: 'file' }, (file) => {
				reading.meter.add({ bytes: stats.size });
				return rename(found, file);
			});
		} else {
			const kind = stats.isSymbolicLink() ? 'symlink' : 'device';
			await reading.receive({ ...entry, kind }, async () => undefined);
		}
	}
}
