import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { listen } from '../network/loopback-server.ts';

/** Every way by which a page reaches for an address; `AT` is the host and port of what it must not reach. */
export const vectors = `
<img src="http://AT/img"><img loading="lazy" src="http://AT/lazy"><link rel="stylesheet" href="http://AT/css">
<link rel="preconnect" href="http://AT/"><link rel="prefetch" href="http://AT/prefetch"><link rel="dns-prefetch" href="//AT">
<iframe src="http://AT/iframe"></iframe><iframe src="/redirect"></iframe><embed src="http://AT/embed"><object data="http://AT/object"></object>
<video src="http://AT/video"></video><style>@import url(http://AT/import); @font-face { font-family: x; src: url(http://AT/font) } h1 { font-family: x; background: url(http://AT/background) }</style>
<form id="f" target="frame" method="post" action="http://AT/form"></form><iframe name="frame"></iframe>
<svg><image href="http://AT/svg"/></svg><h1>Reaching</h1>
<script>
document.getElementById('f').submit();
fetch('http://AT/fetch', { mode: 'no-cors' }).catch(() => {});
fetch('/redirect', { mode: 'no-cors' }).catch(() => {});
navigator.sendBeacon('http://AT/beacon', 'x');
new EventSource('http://AT/events');
new WebSocket('ws://AT/socket');
open('http://AT/popup');
const code = "new WebSocket('ws://AT/worker'); fetch('http://AT/worker-fetch', { mode: 'no-cors' })";
new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:AT', 'turn:AT?transport=tcp'], username: 'a', credential: 'b' }] });
peer.createDataChannel('a');
peer.createOffer().then((offer) => peer.setLocalDescription(offer));
</script>`;

/** A port that nothing may reach, and who did. */
export interface Canary {
	readonly port: number;
	readonly hits: string[];
	close(): void;
}

/** Remembers the first line of whoever comes to a port, by TCP on both loopbacks or by UDP. */
export async function startCanary(): Promise<Canary> {
	const hits: string[] = [];
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.once('data', (data) => {
			hits.push(String(data).split('\r\n')[0] ?? '');
			socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
		});
	});
	const { port } = await listen(server, 0, '::');
	const udp = createSocket('udp4');
	udp.on('message', () => hits.push('UDP'));
	await new Promise<void>((resolve) => udp.bind(port, resolve));
	return { port, hits, close: () => [udp.close(), server.close()] };
}
