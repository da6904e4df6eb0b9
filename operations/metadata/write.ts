import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';

const text = z.string().max(100_000, { error: 'must have at most 100000 characters' });
const error = 'must be a text, a number or a list of them';
const value = z.union(
	[text, z.number(), z.array(z.union([text, z.number()], { error })).max(1000)],
	{
		error,
	},
);

/** Names that ExifTool takes as commands in any group, and whole blocks of metadata. */
const commands =
	/^(all|file.*|directory|hardlink|symlink|testname|basename|geo(tag|sync|time|locate)|mditem.*|xattr.*|zoneidentifier|forcewrite|trailer|embeddedvideo|exif|xmp|iptc|icc_profile|adobe|system)$/i;

/** Writes properties into a file, each to the places where the readers of its format look for it. */
export const metadataWrite = defineOperation({
	name: 'metadata/write',
	title: 'Write Metadata',
	action: 'Write metadata to a file',
	summary: 'Writes XMP, IPTC or PDF properties, such as the title and the author, to a file.',
	family: 'metadata',
	input: 'each',
	engines: ['exiftool'],
	common: ['input_format', 'engine', 'engine_version', 'filename'],
	params: z.object({
		metadata: z
			.record(z.string(), value)
			.superRefine((metadata, context) => {
				const keys = Object.keys(metadata);
				if (keys.length === 0) context.addIssue({ code: 'custom', message: 'must not be empty' });
				for (const key of keys) {
					const message = keyFault(key);
					if (message) context.addIssue({ code: 'custom', path: [key], message });
				}
			})
			.meta({
				title: 'Metadata',
				entry: 'Property',
				placeholder: 'Title',
				description:
					'Properties and their new values, such as Title, Author, Creator, Producer, Subject and Keywords, or any of XMP and IPTC, such as XMP-dc:Rights. An empty value removes the property.',
			}),
	}),
	result: '`files`, and `metadata` that maps each property to what the file now says of it.',
	example: { input: 'import-report', metadata: { Title: 'Report', Author: 'Ada Lovelace' } },
});

/** Why a key is refused, as a rule for it; undefined when it names a property that may be written. */
function keyFault(key: string): string | undefined {
	const [, group, name] = /^(?:([A-Za-z][\w-]*):)?([A-Za-z][\w-]*)$/.exec(key) ?? [];
	if (name === undefined)
		return 'must be the name of a property, such as "Title" or "XMP-dc:Title"';
	// A list of what may be, because ExifTool has groups that rename, link and read files.
	if (group !== undefined && !/^(xmp(-[\w-]+)?|iptc|pdf)$/i.test(group))
		return 'must be of the group XMP, IPTC or PDF';
	return commands.test(name)
		? 'must not be written: it is not a property of the content'
		: undefined;
}
