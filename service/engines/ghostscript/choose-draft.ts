import { stat } from 'node:fs/promises';
import type { FileTask } from '../file-task.ts';
import { countLetters, keepsLetters } from '../poppler/letters.ts';
import { compressPdf } from '../qpdf/compress-pdf.ts';
import type { Qpdf } from '../qpdf/qpdf.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Draft, Plan } from './make-drafts.ts';

/** A version of a PDF, packed and measured. */
export interface Candidate extends Draft {
	/** Bytes. */
	readonly size: number;
	/** Whether it has all its text; undefined where nothing can tell. */
	readonly textKept: boolean | undefined;
}

/** Packs all versions of a PDF and answers the smallest that has all pages and, where one has, all text. */
export async function chooseDraft(
	{ qpdf, sandbox }: { qpdf: Qpdf; sandbox: Sandbox },
	drafts: readonly Draft[],
	{ file, pages, profile }: Plan,
	task: FileTask,
): Promise<Candidate | undefined> {
	const letters = await countLetters(sandbox, file, task);
	const packing = {
		linearize: profile.linearize === true,
		encryptLike: (await isEncrypted(qpdf, task)) ? task.input.path : undefined,
	};
	const candidates: Candidate[] = [];
	for (const draft of drafts) {
		const packed = await compressPdf(
			qpdf,
			draft.file,
			{ ...packing, deflate: draft.done.length === 0 },
			task,
		);
		if ((await qpdf.countPages(packed, task)) !== pages) continue;
		const found = letters && (await countLetters(sandbox, packed, task));
		candidates.push({
			file: packed,
			size: (await stat(packed)).size,
			done: [...draft.done, 'structure compressed'],
			textKept: letters && found ? keepsLetters(letters, found) : undefined,
		});
	}
	const legible = candidates.filter(({ textKept }) => textKept !== false);
	const [smallest] = (legible.length > 0 ? legible : candidates).toSorted(
		(one, other) => one.size - other.size,
	);
	return smallest;
}

async function isEncrypted(qpdf: Qpdf, task: FileTask): Promise<boolean> {
	const job = { inputFile: qpdf.visible(task.input.path, task), showEncryption: '' };
	const report = await qpdf.run(job, { ...task, warn: () => undefined });
	return /^R = \d/m.test(report);
}
