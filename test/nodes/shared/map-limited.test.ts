import { describe, expect, it } from '@jest/globals';
import { mapLimited } from '../../../nodes/shared/map-limited.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('mapLimited', () => {
	it('keeps the order of the items whatever ends first, with so many at work at once', async () => {
		let atWork = 0;
		let most = 0;

		const results = await mapLimited([5, 1, 3, 0, 2], 2, async (turns) => {
			most = Math.max(most, ++atWork);
			for (let done = 0; done < turns; done++) await turn();
			atWork--;
			return turns;
		});

		expect(results).toEqual([5, 1, 3, 0, 2]);
		expect(most).toBe(2);
	});

	it('begins nothing more after a rejection, and waits for what runs', async () => {
		const begun: number[] = [];
		const ended: number[] = [];

		const result = mapLimited([0, 1, 2, 3], 2, async (item) => {
			begun.push(item);
			await turn();
			if (item === 0) throw new Error('no');
			await turn();
			ended.push(item);
		});

		await expect(result).rejects.toThrow('no');
		expect([begun, ended]).toEqual([[0, 1], [1]]);
	});
});
