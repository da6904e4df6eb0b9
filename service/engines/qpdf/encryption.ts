import { z } from '@filemill/operations';
import type { FileScope, Qpdf } from './qpdf.ts';

/** How a PDF is protected, in the words of `pdf/encrypt`. */
export interface Encryption {
	readonly method: string;
	readonly allow_print: 'full' | 'low' | 'none';
	readonly allow_modify: 'all' | 'annotate' | 'form' | 'assembly' | 'none';
	readonly allow_extract: boolean;
	readonly allow_accessibility: boolean;
}

/**
 * Reads how a PDF is protected; undefined when it is not.
 * @throws InvalidFileError when it is damaged, or `PASSWORD_REQUIRED` when it does not open with this password.
 */
export async function readEncryption(
	qpdf: Qpdf,
	file: string,
	password: string | undefined,
	task: FileScope,
): Promise<Encryption | undefined> {
	const inputFile = qpdf.visible(file, task);
	const job = { inputFile, json: '2', jsonKey: ['encrypt'], ...(password && { password }) };
	const { encrypt } = report.parse(JSON.parse(await qpdf.run(job, task)));
	if (!encrypt.encrypted) return undefined;
	const { capabilities: may, parameters } = encrypt;
	return {
		method: methodOf(parameters),
		allow_print: may.printhigh ? 'full' : may.printlow ? 'low' : 'none',
		allow_modify: changesOf(may),
		allow_extract: may.extract,
		allow_accessibility: may.accessibility,
	};
}

const report = z.object({
	encrypt: z.object({
		encrypted: z.boolean(),
		capabilities: z.object({
			accessibility: z.boolean(),
			extract: z.boolean(),
			modifyannotations: z.boolean(),
			modifyassembly: z.boolean(),
			modifyforms: z.boolean(),
			modifyother: z.boolean(),
			printhigh: z.boolean(),
			printlow: z.boolean(),
		}),
		parameters: z.object({ bits: z.number(), method: z.string() }),
	}),
});
type Report = z.output<typeof report>['encrypt'];

function methodOf({ bits, method }: Report['parameters']): string {
	const name = method.startsWith('AES') ? 'AES' : method;
	return bits > 0 ? `${name}-${bits}` : name;
}

function changesOf(may: Report['capabilities']): Encryption['allow_modify'] {
	if (may.modifyother) return 'all';
	if (may.modifyannotations) return 'annotate';
	if (may.modifyforms) return 'form';
	return may.modifyassembly ? 'assembly' : 'none';
}
