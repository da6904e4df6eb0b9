import * as z from 'zod';
import { archiveExtract } from './archive/extract.ts';
import { archive } from './archive.ts';
import { captureWebsite } from './capture-website.ts';
import { command } from './command.ts';
import { convert } from './convert.ts';
import { exportFile } from './export/file.ts';
import { exportUrl } from './export/url.ts';
import { importBase64 } from './import/base64.ts';
import { importFile } from './import/file.ts';
import { importRaw } from './import/raw.ts';
import { importUpload } from './import/upload.ts';
import { importUrl } from './import/url.ts';
import { merge } from './merge.ts';
import { metadataWrite } from './metadata/write.ts';
import { metadata } from './metadata.ts';
import { optimize } from './optimize.ts';
import { pdfA } from './pdf/a.ts';
import { pdfDecrypt } from './pdf/decrypt.ts';
import { pdfEncrypt } from './pdf/encrypt.ts';
import { pdfExtractPages } from './pdf/extract-pages.ts';
import { pdfOcr } from './pdf/ocr.ts';
import { pdfRotatePages } from './pdf/rotate-pages.ts';
import { pdfSplitPages } from './pdf/split-pages.ts';
import { pdfX } from './pdf/x.ts';
import { thumbnail } from './thumbnail.ts';
import { watermark } from './watermark.ts';

export { isCommonParameter } from './common-parameters.ts';
export { type Family, families, type InputArity, type Operation } from './define-operation.ts';
export { describeParameters, type Parameter, type ParameterType } from './describe-parameters.ts';
export { filename, httpUrl, pageRanges, type ShownFor, taskName } from './parameters.ts';
export { ocrLanguages } from './pdf/ocr-languages.ts';
export { splitArguments, type Word } from './split-arguments.ts';
/** The one copy of zod 4 in the repository. */
export { convert, z };

/** All operations, in the order in which editors list them. */
export const operations = [
	importUrl,
	importUpload,
	importRaw,
	importBase64,
	importFile,
	convert,
	merge,
	archive,
	archiveExtract,
	thumbnail,
	watermark,
	command,
	optimize,
	captureWebsite,
	metadata,
	metadataWrite,
	pdfEncrypt,
	pdfDecrypt,
	pdfSplitPages,
	pdfExtractPages,
	pdfOcr,
	pdfRotatePages,
	pdfA,
	pdfX,
	exportUrl,
	exportFile,
] as const;

export type AnyOperation = (typeof operations)[number];
export type OperationName = AnyOperation['name'];

/** The parameters of an operation as a handler gets them: validated, defaults filled in. */
export type Params<Name extends OperationName> = z.output<
	Extract<AnyOperation, { name: Name }>['params']
>;

const byName: ReadonlyMap<string, AnyOperation> = new Map(
	operations.map((operation) => [operation.name, operation]),
);

/** The operation of that name, or undefined. */
export function findOperation(name: string): AnyOperation | undefined {
	return byName.get(name);
}
