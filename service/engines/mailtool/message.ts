/** A mail, as either format tells it. */
export interface Message {
	readonly subject: string;
	/** What stands above the text, in its order: "From" and who it was. */
	readonly fields: readonly (readonly [label: string, value: string])[];
	readonly html?: string | undefined;
	readonly text?: string | undefined;
	readonly parts: readonly Part[];
}

/** A file in a mail. */
export interface Part {
	readonly filename: string;
	readonly type: string;
	/** The name by which the text shows it, without brackets. */
	readonly contentId?: string | undefined;
	readonly content: Uint8Array;
}

/** What the worker is asked to do: read a mail and write its text as a page or, as it was sent, as text. */
export interface MailRequest {
	readonly input: string;
	readonly format: 'eml' | 'msg';
	/** A folder. */
	readonly output: string;
}

/** What it found out. */
export interface MailFacts {
	/** Files that are in the mail and not shown in its text. */
	readonly attachments: readonly { readonly filename: string; readonly size: number }[];
	/** How many pictures the text shows that are not in the mail. */
	readonly remote: number;
}

/** The files that the worker writes. */
export const mailPage = 'mail.html';
export const mailText = 'mail.txt';
