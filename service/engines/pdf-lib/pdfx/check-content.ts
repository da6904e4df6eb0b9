import { PDFDict, type PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { contentStreams } from '../content/content-streams.ts';
import { type ContentOperation, contentOperations, type Operand } from '../content/operations.ts';
import { entry } from '../entries.ts';
import { forbiddenColour, judge } from './colour-space.ts';
import type { Report } from './finding.ts';
import type { PdfxVariant } from './variants.ts';

/** Rules on content: colour operators, inline pictures, code. */
export function checkContent(
	{ pdf, variant }: { pdf: PDFDocument; variant: PdfxVariant },
	report: Report,
): void {
	for (const { where, resources, bytes } of contentStreams(pdf)) {
		let content: Uint8Array;
		try {
			content = bytes();
		} catch {
			report(`${where} cannot be read`);
			continue;
		}
		for (const operation of contentOperations(content)) {
			const colour = colourOf(operation, resources, variant);
			if (colour) report(`${where} uses ${colour}`);
			if (operation.operator === 'PS') report(`${where} has PostScript code`);
		}
	}
}

function colourOf(
	{ operator, operands }: ContentOperation,
	resources: PDFDict | undefined,
	variant: PdfxVariant,
): string | undefined {
	switch (operator) {
		case 'rg':
		case 'RG':
			return 'DeviceRGB';
		case 'cs':
		case 'CS':
			return named(operands[0]);
		case 'BI':
			return operands.map(inPicture).find((colour) => colour !== undefined);
		default:
			return undefined;
	}

	/** A space of the resources, or a device space by its own name. */
	function named(operand: Operand | undefined): string | undefined {
		if (typeof operand !== 'string') return 'a colour space without a name';
		const name = PDFName.of(operand.slice(1));
		const space = entry(resources, 'ColorSpace', PDFDict)?.lookup(name);
		return space ? forbiddenColour(space, variant) : judge(name.decodeText(), variant);
	}

	/** Only names that mean a colour space: those of filters and the like are no colours. */
	function inPicture(operand: Operand): string | undefined {
		if (typeof operand !== 'string') return undefined;
		const name = PDFName.of(operand.slice(1));
		const space = entry(resources, 'ColorSpace', PDFDict)?.lookup(name);
		if (space) return forbiddenColour(space, variant);
		return ['RGB', 'DeviceRGB'].includes(name.decodeText()) ? 'DeviceRGB' : undefined;
	}
}
