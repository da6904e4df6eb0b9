import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { Message, Part } from './message.ts';

/**
 * Reads a mail as it is sent (RFC 5322).
 * @throws Error when nothing in it says that it is one.
 */
export async function readEml(bytes: Uint8Array): Promise<Message> {
	const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
	const known = [mail.from, mail.to, mail.date, mail.subject, mail.messageId];
	if (known.every((one) => one === undefined)) throw new Error('It has no header of a mail.');
	return {
		subject: mail.subject ?? '',
		fields: [
			['From', names(mail.from ? [mail.from] : [])],
			['To', names(mail.to)],
			['Cc', names(mail.cc)],
			['Bcc', names(mail.bcc)],
			['Date', dateOf(mail)],
		],
		html: mail.html,
		text: mail.text,
		parts: mail.attachments.map(partOf),
	};
}

function names(addresses: readonly Address[] = []): string {
	return addresses
		.map(({ name, address, group }) => {
			if (group) return `${name}: ${names(group)}`;
			// RFC 5322, 3.2.4
			const shown = /[",;<>@]/.test(name) ? JSON.stringify(name) : name;
			return name && name !== address ? `${shown} <${address}>` : (address ?? '');
		})
		.join(', ');
}

/** As the sender's clock said it. */
function dateOf({ headers, date = '' }: Email): string {
	return headers.find(({ key }) => key === 'date')?.value ?? date;
}

function partOf({ filename, mimeType, contentId, content }: Attachment): Part {
	return {
		filename: filename ?? unnamed(mimeType),
		type: mimeType,
		contentId: contentId?.replace(/^<|>$/g, ''),
		content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
	};
}

function unnamed(type: string): string {
	return type === 'message/rfc822' ? 'message.eml' : `attachment (${type})`;
}
