import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { places } from './places.ts';
import { type Program, startProgram } from './program.ts';

/** The service as it runs for `npm start`. */
export interface RunningService {
	readonly url: string;
	readonly apiKey: string;
	/** Where a person finds the key. */
	readonly keyPlace: string;
}

/** Starts the service on its embedded store; its settings may come from the environment. */
export async function startFilemill(started: (program: Program) => void): Promise<RunningService> {
	const program = startProgram('Filemill', ['service/bin/filemill.mjs', 'serve'], {
		FILEMILL_DATA: places.data,
		FILEMILL_PORT: process.env.FILEMILL_PORT || String(await freePort(8484)),
	});
	started(program);
	const [, url = ''] = await program.line(/^Filemill is ready at (\S+)$/, 60);
	const given = process.env.FILEMILL_API_KEY;
	if (given) return { url, apiKey: given, keyPlace: 'the value of FILEMILL_API_KEY' };
	const file = path.join(places.data, 'api-key');
	return { url, apiKey: readFileSync(file, 'utf8').trim(), keyPlace: `in ${file}` };
}
