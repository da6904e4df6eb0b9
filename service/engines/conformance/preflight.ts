import { existsSync } from 'node:fs';
import type { FileTask } from '../file-task.ts';
import { shortLived } from '../limits.ts';
import { runProgram, workspaceMounts } from '../run-program.ts';
import type { Sandbox } from '../sandbox.ts';
import { javaMounts } from './java.ts';
import type { Verdict } from './verdict.ts';

const java = '/usr/bin/java';
/** Of the Debian packages libpdfbox2-java, libactivation-java and libjaxb-api-java. */
const jars = [
	'preflight',
	'pdfbox2',
	'xmpbox',
	'fontbox2',
	'commons-logging',
	'javax.activation',
	'jaxb-api',
].map((name) => `/usr/share/java/${name}.jar`);

/** What PDFBox Preflight says of a file as PDF/A-1b, the one level it knows; undefined where it is not installed. */
export async function checkByPreflight(
	sandbox: Sandbox,
	file: string,
	{ workspace, signal }: Pick<FileTask, 'workspace' | 'signal'>,
): Promise<Verdict | undefined> {
	if (![java, ...jars].every((one) => existsSync(one))) return undefined;
	const { exitCode, stdout } = await runProgram(sandbox, {
		path: java,
		args: [
			...['-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
			...['-cp', jars.join(':'), 'org.apache.pdfbox.preflight.Validator_A1b'],
			sandbox.visible(file, workspaceMounts(workspace)),
		],
		workspace,
		signal,
		mounts: javaMounts(),
		// Java reserves address space that it never uses.
		limits: { ...shortLived, addressBytes: undefined, dataBytes: 3 * 1024 ** 3 },
	});
	const checker = 'PDFBox Preflight';
	if (exitCode === 0 && /is a valid PDF\/A-1b file/.test(stdout)) return { checker, findings: [] };
	const findings = stdout.split('\n').filter((line) => /^\d+(\.\d+)* : /.test(line));
	// A second opinion that could not be had is none.
	if (findings.length === 0) return undefined;
	return { checker, findings: findings.slice(0, 20).map((line) => line.slice(0, 300)) };
}
