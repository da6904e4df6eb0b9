import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { FilemillJob } from '../../nodes/FilemillJob/FilemillJob.node.ts';
import { FilemillTrigger } from '../../nodes/FilemillTrigger/FilemillTrigger.node.ts';

const nodes: [string, INodeType][] = [
	['FilemillJob', new FilemillJob()],
	['FilemillTrigger', new FilemillTrigger()],
];
const folder = new URL('../../nodes/', import.meta.url).pathname;

describe.each(nodes)('the node %s', (name, { description }) => {
	const { properties } = description;
	const all = properties.flatMap(withOptions);
	const choices = properties.find((one) => one.name === 'operation')?.options ?? [];
	const operations = choices.flatMap((one) => ('action' in one ? [one] : []));

	it('offers all choices and options as the alphabet lists them', () => {
		for (const { name: field, options = [] } of all) {
			// What comes first there is what most take.
			if (field === 'output' || field === 'wait') continue;
			const titles = options.map((one) => ('displayName' in one ? one.displayName : one.name));
			expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')));
		}
	});

	it('begins with what must be filled in', () => {
		const optional = properties.findIndex(({ type }) => type === 'collection');

		expect(properties.slice(optional).filter(({ type }) => type !== 'collection')).toEqual([]);
	});

	it('words all as the rules of n8n want it', () => {
		for (const { displayName, description: text = '', type, placeholder } of all) {
			expect(displayName).toMatch(/^([A-Z]\w*)( ([A-Z]\w*|of|for|a))*$/);
			if (type !== 'collection' && displayName !== 'Operation') expect(text).toMatch(/^[A-Z0-9]/);
			expect(text).not.toMatch(/^[^.?!]*\.$|binary property|\s$/i);
			if (type === 'boolean') expect(text).toMatch(/^Whether /);
			const button = type === 'collection' ? /^Add / : /^e\.g\. /;
			if (placeholder) expect(placeholder).toMatch(button);
		}
		for (const { action } of operations) expect(action).toMatch(/^[A-Z][^.]+$/);
	});

	it('has words for each choice in its subtitle', () => {
		const events = properties.find((one) => one.name === 'events')?.options ?? [];

		for (const choice of [...operations, ...events])
			expect(description.subtitle).toContain(`"${choice.name}"`);
	});

	it('is found by its codex, and has a picture for light and dark', () => {
		const codex = JSON.parse(readFileSync(path.join(folder, name, `${name}.node.json`), 'utf8'));
		const icons = Object.values(description.icon ?? {}).map((icon: string) => icon.slice(5));

		expect(codex.node).toBe(`@filemill/n8n-nodes-filemill.${description.name}`);
		expect(codex.alias.length).toBeGreaterThan(3);
		expect(icons).toHaveLength(2);
		for (const icon of icons) expect(existsSync(path.join(folder, name, icon))).toBe(true);
	});
});

function withOptions(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).filter((one): one is INodeProperties => 'type' in one);
	return [property, ...inner];
}
