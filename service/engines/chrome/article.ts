import type { Page } from 'puppeteer-core';

/** What a page says, as well-formed HTML: without scripts, navigation and controls, and without what it hides. */
export async function readArticle(page: Page): Promise<string> {
	const body = String(await page.evaluate(script));
	const title = escapeHtml(await page.title());
	// The title of a page is a label, often with the name of its site; a heading of its own says it better.
	const heading = /<h1[\s>]/.test(body) ? '' : `<title>${title}</title>`;
	const label = title && `<meta name="pagetitle" content="${title}">`;
	return `<!doctype html><html><head><meta charset="utf-8">${title && heading}${label}</head>${body}</html>`;
}

// Runs in the page, where scripts of its author have run before: whatever it answers is only text.
const script = `(() => {
	const foreign = 'script,style,link,meta,nav,noscript,template,button,select,input,textarea,iframe,frame,object,embed,svg,canvas,dialog,audio,video,map,[hidden],[aria-hidden=true]';
	for (const one of document.body.querySelectorAll(foreign)) one.remove();
	const isHidden = (one) => getComputedStyle(one).display === 'none';
	for (const one of [...document.body.querySelectorAll('*')].filter(isHidden)) one.remove();
	const isBold = (style) => style.fontWeight >= 600;
	const isItalic = (style) => style.fontStyle === 'italic';
	for (const one of document.body.querySelectorAll('span,font')) {
		for (const [name, is] of [['b', isBold], ['i', isItalic]]) {
			if (!is(getComputedStyle(one)) || is(getComputedStyle(one.parentElement))) continue;
			const mark = document.createElement(name);
			mark.append(...one.childNodes);
			one.append(mark);
		}
	}
	// By some others Pandoc would tell titles and title pages, which it leaves out.
	const kept = ['href', 'src', 'alt', 'title', 'lang', 'align', 'start', 'colspan', 'rowspan', 'id'];
	for (const one of document.body.querySelectorAll('*')) {
		const own = one.matches('pre,code') ? [...kept, 'class'] : kept;
		for (const name of one.getAttributeNames()) if (!own.includes(name)) one.removeAttribute(name);
	}
	const comments = document.createNodeIterator(document.body, NodeFilter.SHOW_COMMENT);
	for (let one; (one = comments.nextNode()); ) one.remove();
	return document.body.outerHTML;
})()`;

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
