import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { InvalidFileError } from '../errors.ts';
import { extensionOf } from './extension.ts';
import { agrees } from './format-families.ts';
import { formatName } from './formats.ts';
import type { InputFile } from './handler.ts';
import { signatureOf } from './signatures.ts';

/**
 * The format of a file: what the client says it is, else its extension, else its content; compared with its content
 * unless `anything` will do.
 * @throws InvalidFileError when it is empty, or its content is of another format or of none.
 */
export async function fileFormat(
	file: InputFile,
	said: string | undefined,
	{ anything = false } = {},
): Promise<string> {
	if (file.size === 0)
		throw new InvalidFileError(file.filename, 'is empty.', { code: 'EMPTY_FILE' });
	if (anything) return formatName(said ?? extensionOf(file.filename));
	const extension = extensionOf(file.filename);
	const found = await contentFormat(file.path);
	const claimed = formatName(said ?? extension) || found;
	if (!claimed)
		throw new InvalidFileError(
			file.filename,
			'has no extension, and its content is of no known format; set "input_format".',
		);
	if (agrees(claimed, found)) return claimed;
	if (found === undefined || found === 'text')
		throw new InvalidFileError(
			file.filename,
			`holds no ${claimed}: its content is something else.`,
		);
	throw new InvalidFileError(
		file.filename,
		`${said ? `is said to be ${claimed}` : `is named as ${claimed}`} but holds ${found}; set "input_format" to "${found}" if that is right.`,
		{ code: 'FORMAT_MISMATCH' },
	);
}

/** The format that the first bytes tell; `text` where they are readable, undefined where they say nothing. */
async function contentFormat(file: string): Promise<string | undefined> {
	const handle = await open(file);
	let head: Buffer;
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
		head = buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
	// The standard wants the header within the first 1024 bytes, not at their beginning (ISO 32000-1, annex H).
	if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
	const known = signatureOf(head);
	if (known) return known;
	// A parser that a crafted file confuses has found nothing.
	const type = await fileTypeFromFile(file).catch(() => undefined);
	if (type) return formatName(type.ext);
	const isUtf16 = [0xfeff, 0xfffe].includes(head.length > 1 ? head.readUInt16BE() : 0);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has these
	const isBinary = /[\0-\x06\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'));
	return isUtf16 || !isBinary ? 'text' : undefined;
}
