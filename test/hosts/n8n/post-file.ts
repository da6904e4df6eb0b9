import { setTimeout as delay } from 'node:timers/promises';
import mimeTypes from 'mime-types';

/** Sends a file to a webhook; which answers 404 for a moment after its workflow was activated. */
export async function postFile(url: string, content: Buffer, filename: string): Promise<Response> {
	for (let tries = 0; ; tries++) {
		const answer = await fetch(url, {
			method: 'POST',
			headers: {
				'Content-Type': mimeTypes.lookup(filename) || 'application/octet-stream',
				'Content-Disposition': `attachment; filename="${filename}"`,
			},
			body: new Uint8Array(content),
		});
		if (answer.status !== 404 || tries > 50) return answer;
		await answer.arrayBuffer();
		await delay(100);
	}
}
