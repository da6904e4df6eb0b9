import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import redUtil from '@node-red/util';
import { holdFile, openHeldFile } from '../../../nodes/node-red/held-file.ts';

const bytes = Buffer.from('the secret content');

describe('a held file', () => {
	it('gives its bytes after Node-RED has cloned the message, without copying them', async () => {
		const message = { filemill: { files: { a: holdFile(bytes, 'a.txt', '1') } } };

		const clone = redUtil.util.cloneMessage(redUtil.util.cloneMessage(message));
		const { stream, size } = await openHeldFile(clone.filemill.files.a);

		expect(await new Response(stream).text()).toBe('the secret content');
		expect(size).toBe(bytes.length);
	});

	it('shows its content neither as JSON nor in the console nor in the debug sidebar', () => {
		const held = holdFile(bytes, 'a.txt', '1');

		const shown = [
			JSON.stringify(held),
			inspect(held, { depth: 10, showHidden: true }),
			JSON.stringify(redUtil.util.encodeObject({ msg: { held } })),
		];

		for (const text of shown) {
			expect(text).toContain('a.txt');
			expect(text).not.toMatch(/secret|73 65 63 72 65 74|736563726574/);
		}
	});

	it('sends copies, so that what is sent cannot change the Buffer of another branch', async () => {
		const { stream } = await openHeldFile(holdFile(bytes, 'a.txt', '1'));

		for await (const piece of stream) piece.fill(0);

		expect(bytes.toString()).toBe('the secret content');
	});

	it('says what to do when the draft went through JSON', async () => {
		const stored = JSON.parse(JSON.stringify(holdFile(bytes, 'a.txt', '1')));

		await expect(openHeldFile(stored)).rejects.toThrow(
			'The content of "a.txt" is no longer with its draft.',
		);
	});
});
