import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type MailFacts, type MailRequest, mailPage, mailText } from './message.ts';
import { readEml } from './read-eml.ts';
import { readMsg } from './read-msg.ts';
import { writePage, writeText } from './write-page.ts';

// Runs in the sandbox: a JSON request a line on stdin, a JSON answer a line on stdout.

say({ status: 'ready' });
for await (const line of createInterface(process.stdin)) {
	try {
		say({ status: 'done', facts: await read(JSON.parse(line)) });
	} catch (error) {
		say({ status: 'refused', detail: String(error).slice(0, 2000) });
	}
}

function say(answer: object): void {
	process.stdout.write(`${JSON.stringify({ ...answer, memory: process.memoryUsage.rss() })}\n`);
}

async function read({ input, format, output }: MailRequest): Promise<MailFacts> {
	const bytes = await readFile(input);
	const message = format === 'msg' ? readMsg(bytes) : await readEml(bytes);
	const { html, listed, remote } = writePage(message);
	await writeFile(path.join(output, mailPage), html);
	// A mail in HTML alone says its text there.
	if (message.text?.trim() || !message.html)
		await writeFile(path.join(output, mailText), writeText(message, listed));
	return {
		attachments: listed
			.slice(0, 1000)
			.map(({ filename, content }) => ({ filename: filename.slice(0, 255), size: content.length })),
		remote,
	};
}
