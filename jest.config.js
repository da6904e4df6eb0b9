export default {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/hosts/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/'],
	extensionsToTreatAsEsm: ['.ts'],
	transform: { '\\.ts$': '<rootDir>/scripts/strip-types.mjs' },
	testTimeout: 60_000,
	// Most of the work is done by engines, outside of the worker.
	maxWorkers: 2,
};
