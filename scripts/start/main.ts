import { mkdirSync } from 'node:fs';
import { buildNodes } from './build-nodes.ts';
import { describeRun } from './describe-run.ts';
import { askNodeRed, type Editor, startNodeRed } from './node-red.ts';
import { once, places } from './places.ts';
import { type Program, StartError } from './program.ts';
import { type RunningService, startFilemill } from './start-filemill.ts';

const programs: Program[] = [];
const interrupted = new Promise<'interrupted'>((resolve) => {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.on(signal, () => resolve('interrupted'));
});

try {
	const running = await Promise.race([showExample(), interrupted]);
	if (running === 'interrupted') process.exitCode = 1;
	else if (!once) await Promise.race([interrupted, ...programs.map(({ broken }) => broken)]);
} catch (error) {
	if (!(error instanceof StartError)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
} finally {
	// One may still be started while others stop.
	while (programs.length > 0) await Promise.all(programs.splice(0).map((one) => one.stop()));
}
// A request that was cut off by the end may still hold the process.
process.exit();

async function showExample(): Promise<void> {
	mkdirSync(places.state, { recursive: true, mode: 0o700 });
	buildNodes();
	console.log('Starting the service …');
	const service = await startFilemill((program) => programs.push(program));
	console.log('Starting Node-RED …');
	const editor = await startNodeRed(service, (program) => programs.push(program));
	console.log('Running the example flow …');
	const begun = Date.now();
	const jobId = await askNodeRed(editor);
	const seconds = (Date.now() - begun) / 1000;
	console.log(await describeRun(service, jobId, seconds));
	if (!once) console.log(whereToGoOn(service, editor));
}

function whereToGoOn(service: RunningService, editor: Editor): string {
	return `
Node-RED editor  ${editor.url} (the button of "Start" runs the flow again)
Service          ${service.url} (what it can do: ${service.url}/openapi.json)
API key          ${service.keyPlace}
Logs             ${places.state}/*.log

Ctrl-C stops both.`;
}
