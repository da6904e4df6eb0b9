import { z } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';

/** Reads the metadata of a file under the names of ExifTool. */
export const readMetadata =
	(sandbox: Sandbox): FileHandler<'metadata'> =>
	async (_, { input, workspace, signal }) => {
		const file = sandbox.visible(input.path, workspaceMounts(workspace));
		const { exitCode, stdout, stderr } = await runProgram(sandbox, {
			path: '/usr/bin/exiftool',
			args: ['-json', '-sep', ', ', '-api', 'largefilesupport=1', '--', file],
			workspace,
			signal,
		});
		const cause = new Error(stderr);
		const [tags] = parse(stdout, exitCode, cause);
		if (!tags) throw new EngineError('exiftool', `could not read "${input.filename}".`, { cause });
		// It reads what it can of a damaged file, and says so in a tag; an unknown kind of file is no fault.
		if (typeof tags.Error === 'string' && !/unknown file type/i.test(tags.Error))
			throw new InvalidFileError(input.filename, 'is damaged; its metadata cannot be read.', {
				cause,
			});
		return { files: [], facts: { metadata: presentable(tags, input.filename) } };
	};

const output = z.array(z.record(z.string(), z.unknown()));

function parse(stdout: string, exitCode: number | undefined, cause: Error) {
	try {
		return output.parse(JSON.parse(stdout));
	} catch {
		throw new EngineError('exiftool', `ended with ${exitCode}.`, { cause });
	}
}

/** They tell of the service's copy of the file, not of the file. */
const ofTheCopy = new Set(
	'SourceFile Directory FileModifyDate FileAccessDate FileInodeChangeDate FileCreateDate FilePermissions'.split(
		' ',
	),
);

function presentable(tags: Record<string, unknown>, filename: string) {
	const metadata: Record<string, string | number> = {};
	for (const [name, value] of Object.entries(tags)) {
		if (ofTheCopy.has(name) || value === null || value === undefined) continue;
		if (typeof value === 'string' && value.startsWith('(Binary data ')) continue;
		metadata[name] = typeof value === 'number' || typeof value === 'string' ? value : text(value);
	}
	return { ...metadata, FileName: filename };
}

function text(value: unknown): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
