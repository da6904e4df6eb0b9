import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from '@filemill/operations';
import { Client, download, find, type Tasks } from '../test/harness/client.ts';
import { startService } from '../test/harness/start-service.ts';
import { type GalleryCase, galleryCases } from './gallery/cases.ts';
import { startPageServer } from './gallery/page-server.ts';
import { preview } from './gallery/preview.ts';

/** `npm run gallery`: a page that shows what every operation makes of a real file, run by a real service. */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, '.filemill/gallery');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const service = await startService({ FILEMILL_ALLOW_ADDRESSES: '127.0.0.1' });
const pages = await startPageServer(root);
const sections: string[] = [];
try {
	for (const [index, one] of galleryCases.entries()) sections.push(await section(one, `c${index}`));
} finally {
	await service.stop();
	pages.close();
}
const shown = new Set<string>(galleryCases.map((one) => one.operation));
const missing = operations.filter(({ name, engines }) => engines.length > 0 && !shown.has(name));
if (missing.length > 0)
	sections.push(`<p>Without a picture: ${missing.map(({ name }) => name).join(', ')}.</p>`);
writeFileSync(path.join(folder, 'index.html'), page(sections));
console.log(`${galleryCases.length} results are shown in ${path.join(folder, 'index.html')}`);

async function section(one: GalleryCase, name: string): Promise<string> {
	const client = new Client(service);
	const inputs = one.inputs.map((file, index) => [`in${index}`, file] as const);
	const references = Object.entries(one.references ?? {});
	const uploads = [...inputs, ...references.map(([parameter, file]) => [parameter, file] as const)];
	const tasks: Tasks = {
		...Object.fromEntries(uploads.map(([task]) => [task, { operation: 'import/upload' }])),
		work: {
			operation: one.operation,
			...(inputs.length > 0 && { input: inputs.map(([task]) => task) }),
			...pages.paramsOf(one),
			...Object.fromEntries(references.map(([parameter]) => [parameter, parameter])),
		},
		...(one.operation === 'metadata' ? {} : { out: { operation: 'export/url', input: 'work' } }),
	};
	const job = await client.run(
		tasks,
		Object.fromEntries(uploads.map(([task, file]) => [task, path.join(root, file)])),
	);
	const work = find(job, 'work');
	const outputs =
		one.operation === 'metadata' || job.status !== 'finished' ? [] : await download(job, 'out');
	const results = outputs.flatMap((content, index) => {
		const file = path.join(folder, `${name}-${index}-${work.result?.files?.[index]?.filename}`);
		writeFileSync(file, content);
		return preview(file, folder, `${name}-out${index}`, { password: one.password });
	});
	const before = one.inputs.flatMap((file, index) =>
		preview(path.join(root, file), folder, `${name}-in${index}`, { password: one.inputPassword }),
	);
	const { files: _, ...facts } = work.result ?? {};
	console.log(`${job.status.padEnd(8)} ${one.operation.padEnd(20)} ${one.caption}`);
	return `<section><h2>${one.operation}</h2><p>${one.caption}. <code>${escapeHtml(JSON.stringify(one.params))}</code></p>
<div class="pair"><div><h3>${one.inputs.map(escapeHtml).join(', ')}</h3>${images(before)}</div>
<div><h3>${escapeHtml(work.message ?? work.result?.files?.map((file) => file.filename).join(', ') ?? '')}</h3>${images(results)}
<pre>${escapeHtml(JSON.stringify(facts, null, 2))}</pre></div></div></section>`;
}

function images(names: readonly string[]): string {
	return names.map((name) => `<img src="${encodeURIComponent(name)}" alt="">`).join('');
}

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function page(parts: readonly string[]): string {
	return `<!doctype html><meta charset="utf-8"><title>Filemill gallery</title><style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 1200px; padding: 0 1rem }
section { border-top: 1px solid #ccc; padding: 1rem 0 } h2 { margin: 0 } h3 { font-size: 1em }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem }
img { max-width: 180px; max-height: 260px; border: 1px solid #ddd; margin: 0 .5rem .5rem 0; vertical-align: top }
pre { background: #f6f6f4; padding: .5rem; overflow: auto; max-height: 16rem; font-size: 12px }
</style><h1>What Filemill makes of real files</h1>${parts.join('\n')}`;
}
