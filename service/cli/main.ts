import { ConfigError, describeSettings, readConfig } from '../config.ts';
import { startService } from '../main.ts';
import { FolderInUseError } from '../store/sqlite.ts';
import { diagnose } from './diagnose.ts';
import { printDiagnosis } from './print-diagnosis.ts';

const help = `Filemill: file processing as jobs, on your own machine.

  filemill serve      run the service (all settings are environment variables)
  filemill doctor     say what this machine can do, and what it lacks (--json: as JSON)
  filemill --help     this text

Settings, with their defaults:
${describeSettings()}
`;

/** Runs the command line; the exit code is 0, or 1 after a sentence on standard error. */
export async function main(args: readonly string[]): Promise<void> {
	const [command = '--help', ...rest] = args;
	if (command === '--help' || command === '-h' || command === 'help' || rest.includes('--help')) {
		process.stdout.write(help);
		return;
	}
	const isDoctor = command === 'doctor' && rest.every((word) => word === '--json');
	if (!isDoctor && (command !== 'serve' || rest.length > 0)) {
		fail(`There is no "filemill ${args.join(' ')}". See "filemill --help".`);
		return;
	}
	try {
		if (isDoctor) await doctor(rest.includes('--json'));
		else await serve();
	} catch (error) {
		if (error instanceof ConfigError || error instanceof FolderInUseError) fail(error.message);
		else if (isListenFault(error))
			fail(`Cannot listen: ${error.message}. Set FILEMILL_HOST or FILEMILL_PORT.`);
		else throw error;
	}
}

async function doctor(asJson: boolean): Promise<void> {
	const diagnosis = await diagnose(readConfig(process.env));
	const text = asJson ? JSON.stringify(diagnosis, undefined, 2) : printDiagnosis(diagnosis);
	process.stdout.write(`${text}\n`);
	if (diagnosis.essential_missing.length > 0) process.exitCode = 1;
}

async function serve(): Promise<void> {
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

function isListenFault(error: unknown): error is Error {
	return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
}

function fail(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
	// Not process.exit: what has been opened may still hold the process, and the sentence must get out.
	process.exitCode = 1;
}
