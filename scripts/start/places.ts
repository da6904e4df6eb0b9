import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
	options: { once: { type: 'boolean' }, folder: { type: 'string' } },
	strict: false,
});
const root = path.resolve(fileURLToPath(import.meta.url), '../../..');
const state = path.resolve(root, typeof values.folder === 'string' ? values.folder : '.filemill');

/** Whether to end after the result (`--once`, or no terminal) rather than to stay. */
export const once = values.once === true || !process.stdout.isTTY;

/** Where the files of `npm start` lie; all that it writes is below `state` (`--folder`), and `data` wherever FILEMILL_DATA says. */
export const places = {
	root,
	state,
	data: path.resolve(root, process.env.FILEMILL_DATA || path.join(state, 'data')),
	nodeRed: path.join(state, 'node-red'),
	document: path.join(root, 'scripts/start/invoice.docx'),
	result: path.join(state, 'invoice.pdf'),
} as const;
