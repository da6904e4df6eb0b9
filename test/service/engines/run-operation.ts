import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOperation, type OperationName } from '@filemill/operations';
import type { Engines, InputFile, Outcome } from '../../../service/engines/handler.ts';
import { startEngines } from '../../../service/engines/index.ts';

/** The folder of small real files. */
export const fixtures = path.join(import.meta.dirname, '../../fixtures');

/** Engines with folders of their own, and a way to run an operation on files as the service would. */
export interface Bench {
	readonly engines: Engines;
	readonly folder: string;
	run(
		operation: OperationName,
		params: object,
		files: readonly Given[],
		signal?: AbortSignal,
		/** A file for each parameter that names a task. */
		named?: Readonly<Record<string, Given>>,
	): Promise<Ran>;
	/** Ends the engines and removes all folders. */
	close(): Promise<void>;
}

/** A file of the fixtures by its name, or any file under a name. */
type Given = string | { readonly path: string; readonly filename: string };

/** What an operation made, what it warned of, and the paths of its files. */
export interface Ran extends Outcome {
	readonly warnings: readonly string[];
	readonly paths: readonly string[];
}

/** Starts real engines in a temporary folder. */
export async function startBench(slots = 1): Promise<Bench> {
	const folder = await mkdtemp(path.join(tmpdir(), 'filemill-engines-'));
	const quiet = () => undefined;
	const log = { info: quiet, warn: quiet, debug: quiet };
	const engines = await startEngines({
		dataDir: path.join(folder, 'data'),
		log,
		slots,
		maxFileBytes: 10 * 1024 ** 3,
		allowAddresses: [],
		allowUnsandboxed: false,
	});
	let count = 0;

	return {
		engines,
		folder,
		run: async (operation, params, files, signal = new AbortController().signal, given = {}) => {
			const root = path.join(folder, `task-${++count}`);
			const workspace = {
				root,
				input: path.join(root, 'input'),
				output: path.join(root, 'output'),
				tmp: path.join(root, 'tmp'),
			};
			for (const one of [workspace.output, workspace.tmp]) await mkdir(one, { recursive: true });
			const inputs = [];
			for (const [index, file] of files.entries())
				inputs.push(await place(file, workspace.input, `import-${index + 1}`));
			const complete = findOperation(operation)?.params.parse({
				input: 'import-1',
				...params,
				...Object.fromEntries(Object.keys(given).map((name) => [name, `import-${name}`])),
			});
			const named: Record<string, InputFile[]> = {};
			for (const [name, file] of Object.entries(given))
				named[name] = [await place(file, workspace.input, `import-${name}`)];
			const warnings: string[] = [];
			const outcome = await engines.execute(operation, Object(complete), {
				inputs,
				named,
				workspace,
				signal,
				progress: quiet,
				warn: (message) => warnings.push(message),
			});
			return { ...outcome, warnings, paths: outcome.files.map((file) => file.path) };
		},
		close: async () => {
			await engines.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function place(file: Given, folder: string, task: string): Promise<InputFile> {
	const given =
		typeof file === 'string'
			? { path: path.join(fixtures, file), filename: path.basename(file) }
			: file;
	const target = path.join(folder, task, given.filename);
	await mkdir(path.dirname(target), { recursive: true });
	await copyFile(given.path, target);
	const { size } = await stat(target);
	return { task, filename: given.filename, path: target, size };
}
