// Brings a machine with nothing but Node >= 20 and npm to where Filemill runs. Needs no package, says nothing when nothing is to do.
import { pathToFileURL } from 'node:url';
import { setUpEngines } from './setup/engines.mjs';
import { setUpHosts } from './setup/hosts.mjs';
import { setUpPackages } from './setup/packages.mjs';
import { SetUpError } from './setup/set-up-error.mjs';

/**
 * Installs what is missing, `forTests` also the tools that only tests use, `forHosts` also the hosts below test/hosts/,
 * and answers the path of the Node >= 24 to go on with; ends the process when that cannot be.
 */
export function setUp(options) {
	try {
		const node = setUpPackages();
		setUpEngines(options);
		if (options?.forHosts) setUpHosts(node);
		return node;
	} catch (error) {
		if (!(error instanceof SetUpError)) throw error;
		console.error(`\n${error.message}`);
		process.exit(1);
	}
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) setUp();
