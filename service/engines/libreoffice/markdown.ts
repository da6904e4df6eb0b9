import path from 'node:path';
import { z } from '@filemill/operations';
import { EngineError } from '../../errors.ts';
import { convertParams } from '../convert-params.ts';
import type { FileHandler, FileTask } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { convertDocument } from '../pandoc/convert.ts';
import { runScript } from '../run-script.ts';
import type { Sandbox } from '../sandbox.ts';
import { markdownSource } from './formats.ts';

/** What Markdown of office files is made of. */
export interface MarkdownTools {
	readonly sandbox: Sandbox;
	/** All other conversions of LibreOffice. */
	readonly office: FileHandler<'convert'>;
}

/** Converts office files; to Markdown by way of what LibreOffice writes of them in full. */
export const convertOfficeMarkdown =
	({ sandbox, office }: MarkdownTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input, workspace, warn } = task;
		if (params.output_format !== 'md') return office(params, task);
		const format = markdownSource(input.format);
		const own = { ...task, workspace: { ...workspace, output: workspace.tmp } };
		const [made] = (await office(convertParams(format, { password: params.password }), own)).files;
		if (!made) throw new EngineError('libreoffice', `made no text of "${input.filename}".`);
		const filename = nameWithFormat(input.filename, 'md');
		const output = path.join(workspace.output, filename);
		const source = { ...task, input: { ...input, path: made.path, format } };
		if (format === 'odt') await convertDocument(sandbox, 'md', source, output);
		else {
			const { pictures } = await writeMarkdown(sandbox, source, output);
			if (pictures > 0)
				warn(
					`${pictures} ${pictures === 1 ? 'picture of' : 'pictures of'} "${input.filename}" ${pictures === 1 ? 'is' : 'are'} left out: a md file holds none.`,
				);
		}
		return { files: [{ filename, path: output }] };
	};

/** Writes a flat presentation or spreadsheet as Markdown; the document is a stranger's, so that happens in the sandbox. */
async function writeMarkdown(
	sandbox: Sandbox,
	task: FileTask,
	output: string,
): Promise<z.output<typeof facts>> {
	const { input } = task;
	const script = path.join(import.meta.dirname, 'markdown.py');
	const ended = await runScript(sandbox, script, [input.path, output], task);
	if (ended.exitCode === 0) return facts.parse(JSON.parse(ended.stdout));
	throw new EngineError('libreoffice', `could not write "${input.filename}" as Markdown.`, {
		cause: new Error(ended.stderr),
	});
}

const facts = z.object({ pictures: z.number() });
