import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoopbackServer, serve } from '../service/network/loopback-server.ts';
import { Bench, bytes, textOf } from './n8n-bench.ts';

const bench = new Bench();
let site: LoopbackServer;

beforeAll(async () => {
	site = await serve((request, response) => {
		response.setHeader('content-type', 'text/html');
		response.end(`<title>Shop</title>Token ${request.headers['x-token']}`);
	});
});

afterAll(() => site?.close());

describe('Capture Website in n8n', () => {
	it('needs no file, and takes header and footer as text', async () => {
		const template = (text: string) => ({ file: { source: 'text', text } });
		const parameters = {
			operation: 'capture-website',
			url: site.url,
			output_format: 'pdf',
			options: {
				display_header_footer: true,
				header_template: template('Seen at <span class="url"></span>'),
				footer_template: template('<b>Page <span class="pageNumber"></span></b>'),
				margin_top: 20,
				margin_bottom: 20,
				headers: { pairs: [{ name: 'X-Token', value: 'mill' }] },
			},
		};

		const items = await bench.host.run({ type: 'FilemillFile', parameters }, [
			{ json: { order: 1 } },
			{ json: { order: 2 } },
		]);

		expect(items.map((item) => item.json.order)).toEqual([1, 2]);
		for (const item of items) {
			const text = textOf(await bytes(bench.host, item));
			expect(text).toContain(`Seen at ${site.url}/`);
			expect(text).toContain('Page 1');
			expect(text).toContain('Token mill');
		}
	});
});
