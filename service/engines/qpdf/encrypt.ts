import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Params } from '@filemill/operations';
import { EngineError, InvalidFileError } from '../../errors.ts';
import type { FileHandler } from '../file-task.ts';
import { nameWithFormat } from '../output-names.ts';
import { readEncryption } from './encryption.ts';
import type { Qpdf } from './qpdf.ts';
import { selectPages } from './select-pages.ts';

/** Encrypts a PDF with AES-256. */
export const encrypt =
	(qpdf: Qpdf): FileHandler<'pdf/encrypt'> =>
	async (params, task) => {
		const { input, workspace, warn } = task;
		await selectPages(qpdf, undefined, task);
		if (await readEncryption(qpdf, input.path, undefined, task))
			throw new InvalidFileError(
				input.filename,
				'is already encrypted; decrypt it with pdf/decrypt first.',
			);
		if (!params.allow_accessibility)
			warn(
				'Parameter "allow_accessibility" has no effect: AES-256 lets screen readers read every PDF that is open.',
			);
		const { set_password: password = '', set_owner_password: ownerPassword } = params;
		if (password !== '' && password === ownerPassword)
			warn('Both passwords are the same: whoever opens the PDF is free of its restrictions.');

		const filename = nameWithFormat(input.filename, 'pdf');
		const output = path.join(workspace.output, filename);
		await qpdf.run(
			{
				inputFile: qpdf.visible(input.path, task),
				outputFile: qpdf.visible(output, task),
				encrypt: {
					userPassword: password,
					// Whoever knows it escapes the restrictions, so an unset one must not be guessed.
					ownerPassword: ownerPassword ?? randomBytes(24).toString('base64url'),
					'256bit': permissions(params),
				},
			},
			task,
		);
		const encryption = await readEncryption(qpdf, output, password, task);
		if (!encryption) throw new EngineError('qpdf', `did not encrypt "${input.filename}".`);
		return { files: [{ filename, path: output, password }], facts: { encryption } };
	};

/** Each kind of change on its own: the levels of qpdf's `modify` all allow assembly too. */
const changes = {
	all: { annotate: 'y', form: 'y', assemble: 'y', modifyOther: 'y' },
	// Who may comment may fill in forms (ISO 32000-2, table 22, bit 6).
	annotate: { annotate: 'y', form: 'y', assemble: 'n', modifyOther: 'n' },
	form: { annotate: 'n', form: 'y', assemble: 'n', modifyOther: 'n' },
	assembly: { annotate: 'n', form: 'n', assemble: 'y', modifyOther: 'n' },
	none: { annotate: 'n', form: 'n', assemble: 'n', modifyOther: 'n' },
} as const;

function permissions({ allow_print, allow_modify, allow_extract }: Params<'pdf/encrypt'>): object {
	return { ...changes[allow_modify], print: allow_print, extract: allow_extract ? 'y' : 'n' };
}
