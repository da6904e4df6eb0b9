import { z } from '@filemill/operations';

const text = z.string().max(10_000).optional();

/** What `inspect-pdf` answers: the worker reads files that anyone made, and what it says is not trusted. */
export const pdfTraits = z.object({
	title: text,
	author: text,
	subject: text,
	keywords: text,
	creator: text,
	created: text,
	textPages: z.array(z.number().int()),
	signatures: z.number().int(),
	form: z.boolean(),
	tagged: z.boolean(),
	layers: z.boolean(),
	attachments: z.boolean(),
	links: z.boolean(),
	comments: z.boolean(),
	outline: z.boolean(),
	claimsPdfa: z.boolean(),
	colours: z.array(z.enum(['rgb', 'cmyk', 'gray', 'other'])),
});

export type Traits = z.output<typeof pdfTraits>;
