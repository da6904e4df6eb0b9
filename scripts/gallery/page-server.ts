import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { GalleryCase } from './cases.ts';

/** Shows the pages of the cases to the service. */
export interface PageServer {
	/** The parameters of a case, with the address of its page among them. */
	paramsOf(one: GalleryCase): GalleryCase['params'];
	close(): void;
}

/** Starts a web server on this machine that knows one page at a time. */
export async function startPageServer(root: string): Promise<PageServer> {
	let page = '';
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html');
		createReadStream(root + page).pipe(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		paramsOf: (one) => {
			if (one.page === undefined) return one.params;
			page = one.page;
			return { ...one.params, url: `http://127.0.0.1:${port}/` };
		},
		close: () => server.close(),
	};
}
