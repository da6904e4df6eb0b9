// `npm test`: sets up, runs every check and every test that needs no other host than those of the root.
import { runSuite } from './run-suite.mjs';
import { setUp } from './setup.mjs';

runSuite({
	node: setUp({ forTests: true }),
	checks: [
		{ title: 'Generated files are up to date', script: ['generate', '--', '--check'] },
		{ title: 'Lint and format', script: ['lint'] },
		{ title: 'Types', script: ['types'] },
		{ title: 'Build', script: ['build'] },
	],
});
