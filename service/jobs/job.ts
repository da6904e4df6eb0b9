import { findOperation, type OperationName } from '@filemill/operations';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Engines } from '../engines/handler.ts';
import type { Changes } from '../events/changes.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Network } from '../network/network.ts';
import type { TaskQueue } from '../queue/task-queue.ts';
import type { Row, Store } from '../store/sql.ts';

/**
 * A *job* is a named graph of *tasks*. A task waits for the tasks it takes files from, is *queued* once all of them
 * have finished, is *processing* while an *attempt* at it runs, and ends as *finished* or *error*. Clients see
 * "waiting" for queued tasks. Only the result of the current attempt is accepted. A *standalone* task has a job of its
 * own that clients never see; it may take files from any task, by id, and has no name.
 */
export type TaskStatus = 'waiting' | 'queued' | 'processing' | 'finished' | 'error';
export type JobStatus = 'waiting' | 'processing' | 'finished' | 'error';

/** What the functions of this folder work with; one a process. */
export interface JobContext {
	readonly sql: Store;
	readonly queue: TaskQueue;
	readonly files: FileStore;
	readonly changes: Changes;
	readonly engines: Engines;
	readonly network: Network;
	readonly config: Config;
	readonly log: Logger;
	/** Folder of the workspaces. */
	readonly workFolder: string;
}

/** Classes of capacity: `io` tasks move bytes, `engine` tasks keep a core busy. */
export const queues = ['io', 'engine'] as const;
export type QueueName = (typeof queues)[number];

export function queueOf(operation: OperationName): QueueName {
	return findOperation(operation)?.engines.length ? 'engine' : 'io';
}

/** Credits: none for import, export and reading metadata, else one for each started minute of engine time. */
export function creditsOf(operation: OperationName, milliseconds: number): number {
	const family = findOperation(operation)?.family;
	if (family === 'import' || family === 'export' || family === 'metadata') return 0;
	return Math.max(1, Math.ceil(milliseconds / 60_000));
}

export function text(row: Row, column: string): string {
	const value = row[column];
	if (typeof value !== 'string') throw new TypeError(`Column "${column}" holds no text.`);
	return value;
}

export function textOrNull(row: Row, column: string): string | null {
	return row[column] === null ? null : text(row, column);
}

export function number(row: Row, column: string): number {
	const value = row[column];
	if (typeof value !== 'number') throw new TypeError(`Column "${column}" holds no number.`);
	return value;
}

export function numberOrNull(row: Row, column: string): number | null {
	return row[column] === null ? null : number(row, column);
}
