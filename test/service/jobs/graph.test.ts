import { describe, expect, it } from '@jest/globals';
import { executionOrder, findCircle } from '../../../service/jobs/graph.ts';

describe('findCircle', () => {
	it('finds none in a diamond', () => {
		const diamond = new Map([
			['d', ['b', 'c']],
			['b', ['a']],
			['c', ['a']],
			['a', []],
		]);

		expect(findCircle(diamond)).toBeUndefined();
	});

	it('gives the names along a circle, the first repeated', () => {
		const circle = new Map([
			['start', ['a']],
			['a', ['b']],
			['b', ['c']],
			['c', ['a']],
		]);

		expect(findCircle(circle)).toEqual(['a', 'c', 'b', 'a']);
	});

	it('bears a chain as long as a job may be, many times over', () => {
		const chain = new Map(
			Array.from({ length: 100_000 }, (_, index) => [
				`t${index}`,
				index > 0 ? [`t${index - 1}`] : [],
			]),
		);

		expect(findCircle(chain)).toBeUndefined();
	});
});

describe('executionOrder', () => {
	it('puts every task after those it waits for, and leaves the rest as it stands', () => {
		const graph = new Map([
			['export', ['merge']],
			['merge', ['b', 'a']],
			['b', []],
			['c', []],
			['a', ['b']],
		]);

		expect(executionOrder(graph)).toEqual(['b', 'c', 'a', 'merge', 'export']);
	});

	it('names each task of a long chain once', () => {
		const names = Array.from({ length: 10_000 }, (_, index) => `t${index}`);
		const chain = new Map(
			names
				.map((name, index): [string, string[]] => [
					name,
					names.slice(Math.max(0, index - 1), index),
				])
				.reverse(),
		);

		expect(executionOrder(chain)).toEqual(names);
	});
});
