import { fileURLToPath } from 'node:url';
import main from '../../jest.config.js';

export default {
	...main,
	rootDir: fileURLToPath(new URL('../..', import.meta.url)),
	testMatch: ['<rootDir>/test/hosts/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 120_000,
	// Each file runs a host, a service with its engines, and often a browser.
	maxWorkers: 2,
};
