import { access, mkdtemp, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@filemill/operations';
import { InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { nodeWorker } from '../node-worker.ts';
import { nameWithFormat } from '../output-names.ts';
import type { Command, Sandbox } from '../sandbox.ts';
import type { WarmPool } from '../warm-pool.ts';
import { type MailFacts, type MailRequest, mailPage, mailText } from './message.ts';

/** A worker that reads mails. */
export function mailWorker(sandbox: Sandbox): Command {
	return nodeWorker(sandbox, import.meta.dirname, 'postal-mime');
}

/** What converting mails is made of. */
export interface MailTools {
	readonly pool: WarmPool;
	/** Prints an HTML file. */
	readonly print: FileHandler<'convert'>;
	/** Converts an HTML file to text and Markdown. */
	readonly markup: FileHandler<'convert'>;
}

/** Converts mails: who wrote to whom and when, the text with the pictures in it, and a list of what else they carry. */
export const convertMail =
	({ pool, print, markup }: MailTools): FileHandler<'convert'> =>
	async (params, task) => {
		const { input, workspace, signal, warn } = task;
		const folder = await mkdtemp(path.join(workspace.tmp, 'mail-'));
		const answer = await pool.run({
			input: input.path,
			output: folder,
			signal,
			request: (file, output): MailRequest => ({
				input: file,
				output,
				format: input.format === 'msg' ? 'msg' : 'eml',
			}),
		});
		if (answer.status !== 'done')
			throw new InvalidFileError(
				input.filename,
				`cannot be read as ${input.format}: it is damaged or holds no mail.`,
				{ cause: new Error(answer.detail) },
			);
		const { attachments, remote } = mailFacts.parse(answer.facts);
		if (attachments.length > 0)
			warn(
				`"${input.filename}" carries ${attachments.length} ${attachments.length === 1 ? 'file, which is' : 'files, which are'} listed and not converted.`,
			);
		if (remote > 0)
			warn(
				`"${input.filename}" shows ${remote} ${remote === 1 ? 'picture' : 'pictures'} from the web; nothing was loaded.`,
			);
		const facts = { attachments };
		const format = params.output_format;
		const page = path.join(folder, mailPage);
		const text = path.join(folder, mailText);
		const hasText = await access(text).then(
			() => true,
			() => false,
		);
		if (format === 'html' || (format === 'txt' && hasText)) {
			const filename = nameWithFormat(input.filename, format);
			const output = path.join(workspace.output, filename);
			await rename(format === 'html' ? page : text, output);
			return { files: [{ filename, path: output }], facts };
		}
		const source = { ...input, path: page, format: 'html' };
		const { files } = await (format === 'pdf' ? print : markup)(params, { ...task, input: source });
		return { files, facts };
	};

const mailFacts: z.ZodType<MailFacts> = z.object({
	attachments: z.array(z.object({ filename: z.string(), size: z.number() })),
	remote: z.number(),
});
