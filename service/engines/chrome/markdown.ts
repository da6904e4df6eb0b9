import { isUtf8 } from 'node:buffer';
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: true, linkify: true });

/** A whole HTML document of a Markdown text; its title is the first heading, else the one given. */
export function renderMarkdown(bytes: Buffer, title: string): string {
	const text = decodeText(bytes);
	const tokens = markdown.parse(text, {});
	const heading = tokens.findIndex(({ type }) => type === 'heading_open');
	const words = heading < 0 ? undefined : tokens[heading + 1]?.children;
	const found = words?.map(({ content }) => content).join('') || title;
	const body = markdown.renderer.render(tokens, markdown.options, {});
	return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${markdown.utils.escapeHtml(found)}</title>
<style>${style}</style>
</head>
<body>
${body}</body>
</html>
`;
}

const style = `
body { font: 11pt/1.5 Carlito, Calibri, "Liberation Sans", Arial, sans-serif; max-width: 46rem; margin: 0 auto; color: #1c1c1c }
h1, h2, h3, h4 { line-height: 1.25; break-after: avoid }
h1, h2 { border-bottom: 1px solid #ddd; padding-bottom: .2em }
img { max-width: 100% }
pre, code { font: 9.5pt/1.45 "Liberation Mono", "DejaVu Sans Mono", monospace; background: #f5f5f3 }
pre { padding: .8em; white-space: pre-wrap; overflow-wrap: anywhere }
code { padding: .1em .25em } pre code { padding: 0 }
blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid #ccc; color: #555 }
table { border-collapse: collapse } th, td { border: 1px solid #ccc; padding: .3em .6em } tr { break-inside: avoid }
`;

/** A text in UTF-8, or in what Windows wrote before it. */
function decodeText(bytes: Buffer): string {
	return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}
