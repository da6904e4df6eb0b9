import { ConfigError, describeSettings, readConfig } from '../config.ts';
import { FolderInUseError } from '../store/sqlite.ts';
import { keysHelp, UsageError } from './keys-help.ts';

const help = `Filemill: file processing as jobs, on your own machine.

  filemill serve      run the service (all settings are environment variables)
  filemill doctor     say what this machine can do, and what it lacks (--json: as JSON)
${keysHelp}
  filemill --help     this text

Settings, with their defaults:
${describeSettings()}
`;

// What a command needs is loaded with it: the engines alone take a second that making a key need not.

/** Runs the command line; the exit code is 0, or 1 after a sentence on standard error. */
export async function main(args: readonly string[]): Promise<void> {
	const [command = '--help', ...rest] = args;
	if (command === '--help' || command === '-h' || command === 'help' || rest.includes('--help')) {
		process.stdout.write(help);
		return;
	}
	if (command === 'keys') return runKeys(rest);
	const isDoctor = command === 'doctor' && rest.every((word) => word === '--json');
	if (!isDoctor && (command !== 'serve' || rest.length > 0)) {
		fail(`There is no "filemill ${args.join(' ')}". See "filemill --help".`);
		return;
	}
	try {
		if (isDoctor) await doctor(rest.includes('--json'));
		else {
			const { serve } = await import('./serve.ts');
			await serve();
		}
	} catch (error) {
		if (error instanceof ConfigError || error instanceof FolderInUseError) fail(error.message);
		else if (isListenFault(error))
			fail(`Cannot listen: ${error.message}. Set FILEMILL_HOST or FILEMILL_PORT.`);
		else throw error;
	}
}

async function runKeys(args: readonly string[]): Promise<void> {
	try {
		const { keys } = await import('./keys.ts');
		await keys(args);
	} catch (error) {
		if (error instanceof UsageError) fail(`${error.message} See "filemill --help".`);
		else if (error instanceof ConfigError) fail(error.message);
		else throw error;
	}
}

async function doctor(asJson: boolean): Promise<void> {
	const [{ diagnose }, { printDiagnosis }] = await Promise.all([
		import('./diagnose.ts'),
		import('./print-diagnosis.ts'),
	]);
	const diagnosis = await diagnose(readConfig(process.env));
	const text = asJson ? JSON.stringify(diagnosis, undefined, 2) : printDiagnosis(diagnosis);
	process.stdout.write(`${text}\n`);
	if (diagnosis.essential_missing.length > 0) process.exitCode = 1;
}

function isListenFault(error: unknown): error is Error {
	return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
}

function fail(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
	// Not process.exit: what has been opened may still hold the process, and the sentence must get out.
	process.exitCode = 1;
}
