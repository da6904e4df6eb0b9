import { describe, expect, it } from '@jest/globals';
import { editorCases } from './node-red/editor-cases.ts';
import { exampleCases } from './node-red/example-cases.ts';
import { NodeRedBench } from './node-red/node-red-bench.ts';
import { nodeRedHosts } from './node-red/node-red-hosts.ts';

describe.each(Object.entries(nodeRedHosts))('in %s', (name, host) => {
	const bench = new NodeRedBench(host);

	it('is that version', () => {
		expect(bench.nodeRed.log()).toContain(name.replace('Node-RED ', 'Node-RED version: v'));
	});

	describe('the examples', () => exampleCases(bench));
	describe('the dialogs', () => editorCases(bench));
});
