import { InvalidFileError } from '../../errors.ts';
import type { SourceFile } from '../file-task.ts';

/** What is wrong with an archive that a program could not read, from the program's words. */
export function explainUnreadable(
	{ filename, format }: Pick<SourceFile, 'filename' | 'format'>,
	words: string,
	password: string | undefined,
	cause?: unknown,
): InvalidFileError {
	const options = { cause: new Error(words.slice(0, 10_000), { cause }) };
	// 7-Zip breaks off where it would ask and there is nobody.
	if (/wrong password|incorrect passphrase|break signaled/i.test(words))
		return passwordError(filename, password);
	if (/encrypt|passphrase/i.test(words))
		return new InvalidFileError(
			filename,
			'is encrypted in a way that cannot be opened here; pack it again without a password, or as zip or 7z.',
			{ ...options, code: 'PASSWORD_REQUIRED' },
		);
	return new InvalidFileError(
		filename,
		`cannot be read as ${format}: it is damaged, incomplete or of another format.`,
		options,
	);
}

/** An archive that opens with another password than the one there is, if any. */
export function passwordError(filename: string, password: string | undefined): InvalidFileError {
	return password === undefined
		? new InvalidFileError(filename, 'is encrypted; set "password" to open it.', {
				code: 'PASSWORD_REQUIRED',
			})
		: new InvalidFileError(filename, 'is encrypted, and "password" does not open it.', {
				code: 'WRONG_PASSWORD',
			});
}
