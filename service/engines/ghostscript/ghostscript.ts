import { existsSync } from 'node:fs';
import { EngineError } from '../../errors.ts';
import { type Limits, shortLived } from '../limits.ts';
import type { FileScope } from '../qpdf/qpdf.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Mount, Sandbox } from '../sandbox.ts';

/** What Ghostscript is to do: paths in it must be as it sees them. */
export interface GhostscriptJob {
	/** Options such as `-sDEVICE=pdfwrite`, beside those that are always set. */
	readonly options: readonly string[];
	/** Files to run through, in order. */
	readonly inputs: readonly string[];
	readonly output: string;
	/** Files of the machine that a program among the inputs reads, such as a colour profile. */
	readonly permitRead?: readonly string[];
	/** Closer than the usual ones. */
	readonly limits?: Limits;
	/** Hears the number of pages done. */
	readonly onPage?: (pages: number) => void;
}

/** The Ghostscript program. */
export interface Ghostscript {
	/** Runs a job; answers what it complained of. @throws EngineError when it fails. */
	run(job: GhostscriptJob, task: FileScope): Promise<string>;
	/** The path under which it sees a file of the workspace. */
	visible(file: string, task: FileScope): string;
}

const program = '/usr/bin/gs';

/** Ghostscript in the sandbox; `-dSAFER` alone has been escaped before (CVE-2023-36664, CVE-2024-29510). */
export function createGhostscript(sandbox: Sandbox): Ghostscript {
	return {
		visible: (file, { workspace }) => sandbox.visible(file, workspaceMounts(workspace)),
		run: async ({ options, inputs, output, permitRead = [], limits, onPage }, task) => {
			const { exitCode, stdout, stderr } = await runProgram(sandbox, {
				path: program,
				args: [
					'-dSAFER',
					'-dBATCH',
					'-dNOPAUSE',
					'-dNOPROMPT',
					...permitRead.map((file) => `--permit-file-read=${file}`),
					...options,
					// A "%" in the name would count pages.
					`-sOutputFile=${output.replaceAll('%', '%%')}`,
					// Ends the options: no name of a file is one.
					'-f',
					...inputs,
				],
				workspace: task.workspace,
				signal: task.signal,
				mounts: ownFolders(),
				limits: { ...shortLived, ...limits },
				...(onPage && { onOutput: countPages(onPage) }),
			});
			const complaints = [stderr, ...stdout.split('\n').filter((line) => /error/i.test(line))];
			if (exitCode === 0) return complaints.join('\n').trim();
			throw new EngineError('ghostscript', `could not process "${task.input.filename}".`, {
				cause: new Error(complaints.join('\n')),
			});
		},
	};
}

/** Where Debian keeps what belongs below /usr: maps of characters, without which text comes out as other letters. */
function ownFolders(): Mount[] {
	return ['/var/lib/ghostscript', '/etc/ghostscript']
		.filter((folder) => existsSync(folder))
		.map((folder) => ({ source: folder, target: folder }));
}

/** Ghostscript says "Page 3" when it begins a page. */
function countPages(onPage: (pages: number) => void): (text: string) => void {
	let rest = '';
	return (text) => {
		const lines = `${rest}${text}`.split('\n');
		rest = (lines.pop() ?? '').slice(0, 1000);
		const page = lines.findLast((line) => /^Page \d+$/.test(line));
		if (page) onPage(Number(page.slice('Page '.length)) - 1);
	};
}
