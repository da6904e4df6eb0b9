/** A tag of ExifTool, with its group, that holds a property. */
interface Target {
	readonly tag: string;
	/** Takes several values; elsewhere they are joined. */
	readonly list?: boolean;
}

type Places = Readonly<Record<string, readonly Target[]>>;

/** Formats with the same places for the same properties. */
interface Family {
	readonly formats: readonly string[];
	/** Groups in which a name without a group is looked for. */
	readonly groups: readonly string[];
	/** Names that people use, and the places where readers of the format look for them; in lower case. */
	readonly places: Places;
}

const title = { tag: 'XMP-dc:Title' };
const people = { tag: 'XMP-dc:Creator', list: true };
const description = { tag: 'XMP-dc:Description' };
const subjects = { tag: 'XMP-dc:Subject', list: true };
const creatorTool = { tag: 'XMP-xmp:CreatorTool' };
const producer = { tag: 'XMP-pdf:Producer' };

/** A picture has no program of its own name: its creator is a person (IPTC Photo Metadata 2023.1, "Creator"). */
const picture: Places = {
	title: [title],
	author: [people],
	creator: [people],
	producer: [producer],
	subject: [description],
	keywords: [subjects],
};

const photo = withPlaces(picture, {
	title: [{ tag: 'IPTC:ObjectName' }],
	author: [{ tag: 'IPTC:By-line', list: true }, { tag: 'EXIF:Artist' }],
	creator: [{ tag: 'IPTC:By-line', list: true }, { tag: 'EXIF:Artist' }],
	subject: [{ tag: 'IPTC:Caption-Abstract' }],
	keywords: [{ tag: 'IPTC:Keywords', list: true }],
});

const families: readonly Family[] = [
	{
		formats: ['pdf'],
		groups: ['PDF', 'XMP'],
		// ISO 32000-1, 14.3.3 and its equals in XMP: the creator is the program that wrote the original document.
		places: {
			title: [{ tag: 'PDF:Title' }, title],
			author: [{ tag: 'PDF:Author' }, people],
			creator: [{ tag: 'PDF:Creator' }, creatorTool],
			producer: [{ tag: 'PDF:Producer' }, producer],
			subject: [{ tag: 'PDF:Subject' }, description],
			keywords: [{ tag: 'PDF:Keywords' }, { tag: 'XMP-pdf:Keywords' }, subjects],
		},
	},
	{
		formats: ['jpg', 'tiff', 'psd', 'dng', 'cr2', 'nef', 'arw', 'orf', 'rw2', 'pef'],
		groups: ['XMP', 'IPTC'],
		places: photo,
	},
	{
		formats: ['png'],
		groups: ['XMP'],
		// PNG, 11.3.4.2: its own keywords for texts.
		places: withPlaces(picture, {
			title: [{ tag: 'PNG:Title' }],
			author: [{ tag: 'PNG:Author' }],
			creator: [{ tag: 'PNG:Author' }],
			producer: [{ tag: 'PNG:Software' }],
			subject: [{ tag: 'PNG:Description' }],
		}),
	},
	{
		formats: ['webp', 'gif', 'jp2', 'heic', 'avif'],
		groups: ['XMP'],
		places: picture,
	},
	{
		formats: ['mp4', 'mov', 'm4v', 'm4a'],
		groups: ['XMP'],
		places: withPlaces(picture, {
			title: [{ tag: 'ItemList:Title' }],
			author: [{ tag: 'ItemList:Artist' }],
			creator: [{ tag: 'ItemList:Artist' }],
			subject: [{ tag: 'ItemList:Description' }],
			keywords: [{ tag: 'ItemList:Keyword' }],
		}),
	},
];

/** Formats into which metadata can be written. */
export const writableFormats = families.flatMap(({ formats }) => formats);

/** What to write for a property: each tag with its values; an empty list removes it. */
export interface Entry {
	/** As the client named it. */
	readonly key: string;
	readonly tags: readonly { readonly tag: string; readonly values: readonly string[] }[];
}

type Value = string | number | readonly (string | number)[];

/** The tags of each property in a format; undefined for a format that cannot be written. */
export function findEntries(
	format: string,
	metadata: Readonly<Record<string, Value>>,
): Entry[] | undefined {
	const family = families.find(({ formats }) => formats.includes(format));
	if (!family) return undefined;
	const places = new Map(Object.entries(family.places));
	// Beside an author, the creator of a picture can only be its program.
	const hasAuthor = Object.keys(metadata).some((key) => key.toLowerCase() === 'author');
	if (hasAuthor && format !== 'pdf') places.set('creator', [creatorTool]);
	return Object.entries(metadata).map(([key, value]) => {
		const name = key.toLowerCase();
		const values = valuesOf(name, value);
		const known = places.get(name);
		if (known)
			return {
				key,
				tags: known.map(({ tag, list }) => ({ tag, values: list ? values : joined(values) })),
			};
		const tags = key.includes(':') ? [key] : family.groups.map((group) => `${group}:${key}`);
		return { key, tags: tags.map((tag) => ({ tag, values })) };
	});
}

/** Keywords are a list also where they are given as one text. */
function valuesOf(name: string, value: Value): string[] {
	const isList = name === 'keywords' && typeof value === 'string';
	const values = isList ? value.split(/[,;]/).map((one) => one.trim()) : [value].flat();
	return values.map(String).filter((one) => one !== '');
}

function joined(values: readonly string[]): string[] {
	return values.length > 0 ? [values.join(', ')] : [];
}

function withPlaces(places: Places, more: Places): Places {
	const all = Object.entries(places);
	return Object.fromEntries(
		all.map(([name, targets]) => [name, [...(more[name] ?? []), ...targets]]),
	);
}
