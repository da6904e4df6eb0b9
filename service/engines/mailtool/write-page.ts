import type { Message, Part } from './message.ts';

/** A page of a mail, and what of it is only listed there. */
export interface MailPage {
	readonly html: string;
	readonly listed: readonly Part[];
	/** Pictures of it that are elsewhere. */
	readonly remote: number;
}

/** Writes a mail as a page that shows what is in the mail and loads nothing. */
export function writePage({ subject, fields, html, text = '', parts }: Message): MailPage {
	const shown = new Set<Part>();
	const body = html?.replace(/cid:([^"'\s)>]+)/gi, (address: string, name: string) => {
		const part = parts.find(({ contentId }) => contentId === decodeAddress(name));
		if (!part) return address;
		shown.add(part);
		return `data:${part.type};base64,${Buffer.from(part.content).toString('base64')}`;
	});
	const listed = parts.filter((part) => !shown.has(part));
	const above = `<div style="${frame}"><h1 style="${heading}">${escapeHtml(subject)}</h1><table style="border:0">${fields.map(row).join('')}</table></div><hr>`;
	const below = listed.length === 0 ? '' : `<hr><div style="${frame}">${list(listed)}</div>`;
	const content = body ? tame(body) : `<pre style="${plain}">${escapeHtml(text)}</pre>`;
	return {
		html: `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${escapeHtml(subject)}</title>${enclose(above, content, below)}`,
		listed,
		remote: content.match(/<img\b[^>]*\ssrc\s*=\s*["']?\s*(https?:)?\/\//gi)?.length ?? 0,
	};
}

/** The plain text of a mail as it was sent, under what stands above it. */
export function writeText(
	{ subject, fields, text = '' }: Message,
	listed: readonly Part[],
): string {
	const above = [...fields, ['Subject', subject] as const].filter(([, value]) => value);
	const below = listed.map((part) => `- ${part.filename} (${sizeOf(part)})`);
	return [
		above.map(([label, value]) => `${label}: ${value}\n`).join(''),
		`${text.trimEnd()}\n`,
		...(below.length > 0 ? [`Attachments:\n${below.join('\n')}\n`] : []),
	].join('\n');
}

const policy =
	"default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";
// Styles of its own, because those of the mail are for the whole page.
const frame =
	'font:11pt/1.5 Carlito,Calibri,Arial,sans-serif;color:#1c1c1c;background:#fff;text-align:left';
const heading = 'font-size:16pt;line-height:1.25;margin:0 0 .5em;color:#1c1c1c';
const plain =
	'font:10pt/1.45 Liberation Mono,monospace;white-space:pre-wrap;overflow-wrap:anywhere';

function row([label, value]: readonly [string, string]): string {
	if (!value) return '';
	return `<tr><td style="padding:0 1em 0 0;vertical-align:top;color:#666;white-space:nowrap">${label}</td><td style="padding:0">${escapeHtml(value)}</td></tr>`;
}

function list(parts: readonly Part[]): string {
	const items = parts.map((part) => `<li>${escapeHtml(part.filename)} (${sizeOf(part)})</li>`);
	return `<p>Attachments:</p><ul>${items.join('')}</ul>`;
}

function sizeOf({ content: { length } }: Part): string {
	if (length < 1024) return `${length} bytes`;
	if (length < 1024 * 1024) return `${Math.round(length / 1024)} KB`;
	return `${(length / 1024 / 1024).toFixed(1)} MB`;
}

/** Scripts are stopped by the policy; a page that leads elsewhere by itself is not. */
function tame(html: string): string {
	return html.replace(/<meta\b[^>]*http-equiv\s*=\s*["']?\s*refresh[^>]*>/gi, '');
}

/** Puts something at the beginning and the end of what a page shows. */
function enclose(above: string, html: string, below: string): string {
	const start = /<body\b[^>]*>/i.exec(html);
	const first = start ? start.index + start[0].length : 0;
	const end = html.toLowerCase().lastIndexOf('</body');
	const last = end < first ? html.length : end;
	return `${html.slice(0, first)}${above}${html.slice(first, last)}${below}${html.slice(last)}`;
}

function decodeAddress(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
