import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from '../test/harness/start-service.ts';
import { inN8n } from './big-file/in-n8n.ts';
import { inNodeRed } from './big-file/in-node-red.ts';
import { writeBigFile } from './big-file/write-big-file.ts';

/**
 * Packs a big file through each host, and tells by how much the memory of the host grew: with our nodes, and with a
 * node that takes the file into memory as others do. `node bench/big-file.ts [2048]` (MiB); needs the hosts of
 * `npm run test:hosts`.
 */
const mebibytes = Number(process.argv[2] ?? 2048);
const folder = mkdtempSync(path.join(tmpdir(), 'filemill-big-'));
const service = await startService({ FILEMILL_FILE_ROOTS: folder, FILEMILL_MAX_FILE: '16GiB' });
try {
	const file = path.join(folder, 'big.bin');
	await writeBigFile(file, mebibytes);
	console.log(`${mebibytes} MiB through Import, archive and Export:`);
	for (const run of [inN8n, inNodeRed])
		for (const { way, grown, seconds, failure } of await run(service, file))
			console.log(
				`${way}: ${failure ?? `${Math.round(grown)} MB more memory`}, ${seconds.toFixed(0)} s`,
			);
} finally {
	await service.stop();
	rmSync(folder, { recursive: true });
}
