import type { Node } from 'node-red';
import { isObject } from '../shared/json.ts';

/** Where in the context of a node it is kept how far it has followed a stream of events. */
const key = 'filemillEvents';

/** How far a node has followed the events of a service: the number of the last that it has seen. */
interface Place {
	readonly service: string;
	readonly last: string;
}

/** Where no context store is configured, Node-RED drops the context of a node each time that it is deployed. */
const places = new Map<string, Place>();

/** The number of the last event that the node has seen of a service; undefined where it has seen none. */
export async function loadPlace(node: Node, service: string): Promise<string | undefined> {
	const place = places.get(node.id) ?? (await fromContext(node));
	return place?.service === service ? place.last : undefined;
}

/** Keeps the number of the last event that the node has seen of a service. */
export function savePlace(node: Node, service: string, last: string): Promise<void> {
	places.set(node.id, { service, last });
	return new Promise((resolve, reject) => {
		node.context().set(key, { service, last }, (error) => {
			if (error) reject(error);
			else resolve();
		});
	});
}

function fromContext(node: Node): Promise<Place | undefined> {
	return new Promise((resolve, reject) => {
		node.context().get(key, (error, value) => {
			const { service, last } = isObject(value) ? value : {};
			if (error) reject(error);
			else
				resolve(last === undefined ? undefined : { service: String(service), last: String(last) });
		});
	});
}
