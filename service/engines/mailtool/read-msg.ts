import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgreader, { type FieldsData } from '@kenjiuno/msgreader';
import { deEncapsulateSync } from 'rtf-stream-parser';
import type { Message, Part } from './message.ts';

/**
 * Reads a message as Outlook saves it (MS-OXMSG).
 * @throws Error when it is none.
 */
export function readMsg(bytes: Buffer): Message {
	// The reader counts from the beginning of the memory, which Node.js shares among small buffers.
	const reader = new msgreader.default(new DataView(new Uint8Array(bytes).buffer));
	const mail = reader.getFileData();
	if (mail.error !== undefined) throw new Error(mail.error);
	const { recipients = [], attachments = [] } = mail;
	const to = (kind: string) =>
		recipients
			.filter(({ recipType }) => recipType === kind)
			.map(({ name, smtpAddress, email }) => mailbox(name, smtpAddress ?? email))
			.join(', ');
	return {
		subject: mail.subject ?? '',
		fields: [
			['From', mailbox(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail)],
			['To', to('to')],
			['Cc', to('cc')],
			['Bcc', to('bcc')],
			['Date', mail.clientSubmitTime ?? mail.messageDeliveryTime ?? ''],
		],
		text: mail.body,
		html: htmlOf(mail),
		parts: attachments.map((attachment): Part => {
			const { fileName, content } = reader.getAttachment(attachment);
			return {
				filename: fileName || attachment.name || 'attachment',
				type: attachment.attachMimeTag ?? 'application/octet-stream',
				contentId: attachment.pidContentId,
				content,
			};
		}),
	};
}

/** Inside an organisation addresses are paths of its directory, which say nothing to others. */
function mailbox(name = '', address = ''): string {
	const shown = address.includes('@') ? address : '';
	return name && shown && name !== shown ? `${name} <${shown}>` : name || shown;
}

function htmlOf({
	bodyHtml,
	html,
	internetCodepage,
	compressedRtf,
}: FieldsData): string | undefined {
	if (bodyHtml) return bodyHtml;
	if (html) return decode(html, `cp${internetCodepage ?? 65001}`);
	if (!compressedRtf) return undefined;
	const rtf = Buffer.from(decompressRTF([...compressedRtf]));
	// Outlook keeps the HTML that it was sent inside its own RTF (MS-OXRTFEX); other RTF has its text beside it.
	if (!rtf.subarray(0, 1000).includes('\\fromhtml')) return undefined;
	return String(deEncapsulateSync(rtf, { decode, mode: 'html' }).text).replace(/^html:/, '');
}

const codepages: Readonly<Record<string, string>> = {
	cp65001: 'utf-8',
	cp20127: 'utf-8',
	cp28591: 'iso-8859-1',
	cp28592: 'iso-8859-2',
	cp28605: 'iso-8859-15',
	cp932: 'shift_jis',
	cp936: 'gbk',
	cp949: 'euc-kr',
	cp950: 'big5',
	cp10000: 'macintosh',
	cp20866: 'koi8-r',
};

/** Decodes by the name that Windows has for an encoding: `cp1252`. */
function decode(bytes: Uint8Array, codepage: string): string {
	const label = codepages[codepage] ?? codepage.replace(/^cp/, 'windows-');
	try {
		return new TextDecoder(label).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}
