import { readConfig } from '../config.ts';
import { startService } from '../main.ts';

/** Runs the service until it is told to stop, and says on standard output where it is. */
export async function serve(): Promise<void> {
	const service = await startService(readConfig(process.env));
	let stopping = false;
	const stop = () => {
		if (stopping) return;
		stopping = true;
		service.close().then(
			() => process.exit(0),
			(error: unknown) => {
				process.stderr.write(`Filemill did not stop cleanly: ${error}\n`);
				process.exit(1);
			},
		);
	};
	process.on('SIGTERM', stop);
	process.on('SIGINT', stop);

	const { key, file, made } = service.apiKey;
	if (made) process.stdout.write(`API key (kept in ${file}): ${key}\n`);
	if (service.syncUrl)
		process.stdout.write(`Requests are answered synchronously at ${service.syncUrl}\n`);
	// Last, for whoever reads it may stop the service at once.
	process.stdout.write(`Filemill is ready at ${service.url}\n`);
}
