import type { FlowNode } from '../../harness/start-node-red.ts';

/** A step of a flow: a node without its place and wires. */
export interface Step {
	readonly type: string;
	readonly [property: string]: unknown;
}

/** What a flow answers over HTTP: of the last message what can be told in JSON, or the error that Catch heard. */
export interface FlowAnswer {
	/** A Buffer in base64. */
	readonly content?: string;
	readonly payload?: unknown;
	readonly filename?: string;
	readonly url?: string;
	readonly result?: { jobId: string; task: string; url?: string; size?: number; tasks: object };
	readonly error?: { message: string; code?: string; cause: { task?: string; jobId?: string } };
}

const report = `
const { payload, filename, url, filemillResult: result, error } = msg;
const seen = Buffer.isBuffer(payload) ? { content: payload.toString('base64') } : { payload };
const cause = error && { task: error.cause?.task, jobId: error.cause?.jobId };
msg.headers = {};
msg.statusCode = 200;
msg.payload = { ...seen, filename, url, result, ...(error && { error: { message: error.message, code: error.code, cause } }) };
return msg;`;

/** A node of the package, with literal values for its parameters. */
export function filemill(
	family: string,
	operation: string,
	values: Readonly<Record<string, string>> = {},
	rest: object = {},
): Step {
	const params = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, { type: 'str', value }]),
	);
	return {
		type: `filemill-${family}`,
		service: 'service',
		operation,
		params,
		run: 'auto',
		...rest,
	};
}

/** A function node with that body. */
export function code(func: string): Step {
	return { type: 'function', func, outputs: 1, libs: [] };
}

/**
 * A flow that takes a file by POST at `path` (its name in the header `x-filename`), leads it through the steps and
 * answers with what comes out, or with the error that a Catch node hears.
 */
export function flow(path: string, steps: readonly Step[]): FlowNode[] {
	const tab = `flow${path.replaceAll('/', '-')}`;
	const line: Step[] = [
		{ type: 'http in', url: path, method: 'post', upload: false },
		code("msg.filename = msg.req.headers['x-filename']; return msg;"),
		...steps,
		code(report),
		{ type: 'http response' },
	];
	const id = (index: number) => `${tab}-${index}`;
	const nodes = line.map((step, index) => ({
		x: 100 + 150 * index,
		y: 100,
		...step,
		id: id(index),
		z: tab,
		wires: index + 1 < line.length ? [[id(index + 1)]] : [],
	}));
	const caught = { x: 100, y: 200, id: `${tab}-catch`, type: 'catch', scope: null, z: tab };
	return [
		{ id: tab, type: 'tab', label: path },
		...nodes,
		{ ...caught, wires: [[id(line.length - 2)]] },
	];
}

/** A config node; the steps of `filemill` refer to the one with the id `service`. */
export function configNode(id: string, baseUrl: string, apiKey: string): FlowNode {
	return { id, type: 'filemill-config', baseUrl, credentials: { apiKey } };
}
