import { describe } from '@jest/globals';
import { chainCases } from './n8n/chain-cases.ts';
import { credentialCases } from './n8n/credential-cases.ts';
import { editorCases } from './n8n/editor-cases.ts';
import { failureCases } from './n8n/failure-cases.ts';
import { N8nBench } from './n8n/n8n-bench.ts';
import { templateCases } from './n8n/template-cases.ts';
import { triggerCases } from './n8n/trigger-cases.ts';

// One n8n for all of them: its start takes longer than most of what is asked of it.
const bench = new N8nBench();

describe('the test of the credential', () => credentialCases(bench));
describe('a chain of nodes', () => chainCases(bench));
describe('the trigger', () => triggerCases(bench));
describe('a service in trouble', () => failureCases(bench));
describe('the forms', () => editorCases(bench));
describe('the templates', () => templateCases(bench));
