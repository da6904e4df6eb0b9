import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';

/** A mail to be written as Outlook saves it. */
export interface MsgDraft {
	readonly subject: string;
	readonly from: { readonly name: string; readonly address: string };
	readonly to: { readonly name: string; readonly address: string };
	readonly sent: Date;
	readonly text?: string;
	readonly html?: string;
	/** RTF, stored without compression. */
	readonly rtf?: string;
	readonly attachments?: readonly {
		readonly filename: string;
		readonly content: Buffer;
		readonly contentId?: string;
		readonly type?: string;
	}[];
}

type Property = readonly [tag: string, value: string | Buffer];
interface Folder {
	readonly name: string;
	readonly children: readonly (Folder | Stream)[];
}
interface Stream {
	readonly name: string;
	readonly content: Buffer;
}

/** Writes a message as a compound file (MS-OXMSG). */
export function writeMsg(draft: MsgDraft): Buffer {
	const { subject, from, to, sent, text, html, rtf, attachments = [] } = draft;
	// PidTagClientSubmitTime is fixed in size, so it stands among the properties: 100 ns since 1601.
	const time = Buffer.alloc(16);
	time.writeUInt32LE(0x00390040, 0);
	time.writeBigUInt64LE((BigInt(sent.getTime()) + 11_644_473_600_000n) * 10_000n, 8);
	const root: Folder = {
		name: 'Root Entry',
		children: [
			{ name: '__properties_version1.0', content: Buffer.concat([Buffer.alloc(32), time]) },
			...streams([
				['0037001F', subject],
				['0C1A001F', from.name],
				['5D01001F', from.address],
				...(text === undefined ? [] : [['1000001F', text] as const]),
				...(html === undefined ? [] : [['10130102', Buffer.from(html)] as const]),
				...(rtf === undefined ? [] : [['10090102', uncompressed(rtf)] as const]),
			]),
			{
				name: '__recip_version1.0_#00000000',
				children: [
					{ name: '__properties_version1.0', content: recipientProperties() },
					...streams([
						['3001001F', to.name],
						['39FE001F', to.address],
					]),
				],
			},
			...attachments.map((one, index) => ({
				name: `__attach_version1.0_#${index.toString(16).padStart(8, '0')}`,
				children: [
					{ name: '__properties_version1.0', content: Buffer.alloc(8) },
					...streams([
						['3707001F', one.filename],
						['37010102', one.content],
						...(one.contentId === undefined ? [] : [['3712001F', one.contentId] as const]),
						...(one.type === undefined ? [] : [['370E001F', one.type] as const]),
					]),
				],
			})),
		],
	};
	const entries: Entry[] = [];
	addFolder(root, 5);
	return Buffer.from(burn(entries));

	function addFolder({ name, children }: Folder, type: number): number {
		const entry: Entry = { name, type, length: 0, children: [] };
		const index = entries.push(entry) - 1;
		entry.children = children.map((child) => {
			if ('children' in child) return addFolder(child, 1);
			// It takes the memory below for the content, which small buffers share.
			const content = new Uint8Array(child.content);
			return (
				entries.push({
					name: child.name,
					type: 2,
					length: content.length,
					binaryProvider: () => content,
				}) - 1
			);
		});
		return index;
	}
}

function streams(properties: readonly Property[]): Stream[] {
	return properties.map(([tag, value]) => ({
		name: `__substg1.0_${tag}`,
		content: typeof value === 'string' ? Buffer.from(value, 'utf16le') : value,
	}));
}

/** PidTagRecipientType 1: a primary recipient. */
function recipientProperties(): Buffer {
	const properties = Buffer.alloc(8 + 16);
	properties.writeUInt32LE(0x0c150003, 8);
	properties.writeUInt32LE(1, 16);
	return properties;
}

/** RTF in the container of compressed RTF, as it is (MS-OXRTFCP, 2.1.3.1). */
function uncompressed(rtf: string): Buffer {
	const content = Buffer.from(rtf, 'latin1');
	const header = Buffer.alloc(16);
	header.writeUInt32LE(content.length + 12, 0);
	header.writeUInt32LE(content.length, 4);
	header.write('MELA', 8, 'latin1');
	return Buffer.concat([header, content]);
}
