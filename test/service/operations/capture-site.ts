import type { Tasks } from '../../harness/client.ts';
import { startService } from '../../harness/start-service.ts';
import { serve } from '../network/loopback-server.ts';
import { capture } from './capture.ts';

const threePages = `<title>Kätzchen & Co</title><style>
h1 { break-after: page; background: #ff0000 } @media screen { h1::after { content: " on screen" } }</style>
<h1>One</h1><h1>Two</h1><p>Three</p>`;
const pages: Readonly<Record<string, string>> = {
	'/remember': `<script>document.write(document.cookie + localStorage.length);
		document.cookie = 'seen=1'; localStorage.seen = 1</script>`,
	'/': threePages,
	'/tall': '<body style="margin:0"><div style="height:3000px;background:#0000ff"></div>',
	'/endless': '<body style="margin:0"><div style="height:40000px;background:#0000ff"></div>',
	'/styled': '<style>@page { size: 100mm 50mm }</style>Small',
	'/late': `<p id="now">Now</p><script>setTimeout(() => document.body.innerHTML = '<p class="later">Later</p>', 400)</script>`,
	'/broken': '<img src="/missing.png"><img src="http://127.0.0.1:1/x.png">Broken',
	'/alert':
		'<script>alert(1); confirm(2); prompt(3); print(); onbeforeunload = () => 1</script>Alert',
};

/** A service, a site that it may capture, and another server that the site refers to. */
export async function startCaptureSite() {
	const other = await serve((_request, response) => response.end());
	const site = await serve((request, response) => {
		const page = pages[request.url?.replace(/\?.*/, '') ?? ''];
		response.setHeader('content-type', 'text/html; charset=utf-8');
		if (request.url === '/moved') response.writeHead(302, { location: '/?moved' }).end();
		else if (request.url === '/elsewhere')
			response.end(`<img src="${other.url}/picture"><img src="/own">Elsewhere`);
		else if (page === undefined) response.writeHead(404).end('Missing');
		else response.end(page);
	});
	const service = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1' });
	return {
		site,
		other,
		/** Captures a path of the site, or any other address. */
		take: (path: string, params: object = {}, named: Tasks = {}) => {
			const url = path.startsWith('/') ? site.url + path : path;
			return capture(service, { url, ...params }, named);
		},
		stop: async () => {
			await service.stop();
			await Promise.all([site.close(), other.close()]);
		},
	};
}

export type CaptureSite = Awaited<ReturnType<typeof startCaptureSite>>;
