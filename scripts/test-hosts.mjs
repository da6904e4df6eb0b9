// `npm run test:hosts`: sets up, and tries the built nodes in the real n8n and Node-RED with their editors.
import { runSuite } from './run-suite.mjs';
import { setUp } from './setup.mjs';

runSuite({
	node: setUp({ forTests: true, forHosts: true }),
	checks: [{ title: 'Build', script: ['build'] }],
	jestArgs: ['--config', 'test/hosts/jest.config.js'],
});
