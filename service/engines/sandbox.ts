import { lstatSync, readlinkSync } from 'node:fs';
import { type Limits, limitArguments } from './limits.ts';

/** A folder or file that a program sees; read-only unless `writable`. */
export interface Mount {
	readonly source: string;
	/** Where it appears inside the sandbox. */
	readonly target: string;
	readonly writable?: boolean;
}

/** A program to be confined: `path` is absolute, `args` never pass through a shell. */
export interface Command {
	readonly path: string;
	readonly args: readonly string[];
	readonly mounts: readonly Mount[];
	/** Added to the few variables that every engine sees. */
	readonly env?: Readonly<Record<string, string>>;
	readonly limits?: Limits;
}

/** A command line as it is spawned. */
export interface CommandLine {
	readonly file: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	/** Whether it writes the process it started to its file descriptor 3, as bubblewrap does. */
	readonly reportsPid: boolean;
}

/** How engines are kept apart from the machine: bubblewrap, or where that cannot work only limits and an empty environment. */
export interface Sandbox {
	readonly sandboxed: boolean;
	/** Why programs run without bubblewrap. */
	readonly reason?: string;
	/** The spawnable form of a command; its first writable mount is its temporary folder where there is no `/tmp` of its own. */
	confine(command: Command): CommandLine;
	/** The path under which a program that has these mounts sees a file of the service. */
	visible(path: string, mounts: readonly Mount[]): string;
}

const environment = {
	PATH: '/usr/bin:/bin',
	LANG: 'C.UTF-8',
	// Engines run side by side, one a core; OpenMP programs would each take all cores.
	OMP_THREAD_LIMIT: '1',
};

/** bubblewrap: no network, a read-only system, no capabilities, processes of its own. */
export const bubblewrap: Sandbox = {
	sandboxed: true,
	confine: ({ path, args, mounts, env = {}, limits = {} }) => ({
		file: 'bwrap',
		args: [
			'--info-fd',
			'3',
			...isolation,
			...systemMounts(),
			'--proc',
			'/proc',
			// The kernel lets real root write its settings there, whatever capabilities it has lost.
			'--remount-ro',
			'/proc',
			'--dev',
			'/dev',
			'--tmpfs',
			'/tmp',
			...mounts.flatMap(({ source, target, writable }) => [
				writable ? '--bind' : '--ro-bind',
				source,
				target,
			]),
			// Its root is in memory, which a program could fill.
			'--remount-ro',
			'/',
			'--clearenv',
			...Object.entries({ ...environment, HOME: '/tmp', TMPDIR: '/tmp', ...env }).flatMap(
				([name, value]) => ['--setenv', name, value],
			),
			'--chdir',
			'/tmp',
			'--',
			// Inside, so that the limit on processes counts those of this sandbox alone.
			...limitArguments(limits),
			path,
			...args,
		],
		env: { PATH: '/usr/bin:/bin' },
		cwd: '/',
		reportsPid: true,
	}),
	visible: (path, mounts) => {
		const mount = mounts.find(({ source }) => path === source || path.startsWith(`${source}/`));
		return mount ? `${mount.target}${path.slice(mount.source.length)}` : path;
	},
};

const isolation = [
	'--unshare-all',
	'--die-with-parent',
	'--new-session',
	'--hostname',
	'engine',
	// Root's capabilities survive a user namespace unless dropped by name.
	'--cap-drop',
	'ALL',
	'--uid',
	'65534',
	'--gid',
	'65534',
];

/** Programs, libraries and fonts, read-only; no /home, /root, /var, /run and nearly no /etc. */
function systemMounts(): string[] {
	return [
		'--ro-bind',
		'/usr',
		'/usr',
		...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap((folder) => {
			const stat = lstatSync(folder, { throwIfNoEntry: false });
			if (!stat) return [];
			if (stat.isSymbolicLink()) return ['--symlink', readlinkSync(folder), folder];
			return ['--ro-bind', folder, folder];
		}),
		...['ld.so.cache', 'fonts', 'libreoffice', 'alternatives', 'ImageMagick-6'].flatMap((name) => [
			'--ro-bind-try',
			`/etc/${name}`,
			`/etc/${name}`,
		]),
	];
}

/** Where bubblewrap cannot work: limits, an empty environment and a temporary folder, but no walls. */
export function plainProcesses(reason: string): Sandbox {
	return {
		sandboxed: false,
		reason,
		confine: ({ path, args, mounts, env = {}, limits = {} }) => {
			const tmp = mounts.find(({ target }) => target === '/tmp')?.source ?? '/';
			// The limit on processes would count all processes of the user.
			const [file = path, ...rest] = [
				...limitArguments({ ...limits, processes: undefined }),
				path,
				...args,
			];
			return {
				file,
				args: rest,
				env: { ...environment, HOME: tmp, TMPDIR: tmp, ...env },
				cwd: tmp,
				reportsPid: false,
			};
		},
		visible: (path) => path,
	};
}
