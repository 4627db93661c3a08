import { reportStyles } from '../../src/reporters/html/html-document.ts';
import { html, trusted } from '../../src/reporters/html/markup.ts';
import { notesHtml } from '../../src/reporters/notes.ts';

/** Styles of the pictures of published pages, which reports have none of. */
const PICTURE_STYLES = `figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px 12px; }
figure + figure { margin-top: 14px; }
figcaption { color: var(--quiet); margin-top: 4px; font-size: 0.9rem; }
svg.arms { display: block; width: 100%; max-width: 720px; height: auto; font: 14px var(--sans); }
svg .grid { stroke: var(--line); }
svg .tick, svg .value { fill: var(--quiet); font-size: 12px; }
svg .name, svg .group { fill: var(--ink); font-weight: 600; }
svg .interval { stroke: var(--accent); stroke-width: 4; stroke-linecap: round; opacity: 0.55; }
svg .dot { fill: var(--accent); stroke: var(--panel); stroke-width: 2; }`;

/** What belongs to plain pages beside the styles of reports. */
export const PLAIN_PAGE_STYLES = `${PICTURE_STYLES}
main.plain-page { max-width: 1400px; margin: 0 auto; padding: 26px clamp(16px, 3vw, 40px) 72px; }
main.plain-page figure { margin: 20px 0; max-width: 860px; }`;

/** A page of Markdown without its title and pictures, which the page has itself. */
function notesOf(markdown: string): { readonly title: string; readonly text: string } {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? '';
  const text = markdown.replace(/^# .+$/m, '').replaceAll(/^!\[.*$/gm, '');
  return { title, text };
}

const NOTES = /<section id="notes"[\s\S]*?<\/section>\n?/;
const NOTES_LINK = '<li><a href="#notes">Notes</a></li>\n';

/**
 * The page with the title of `markdown` and its text as notes in front; dressing twice is dressing once. A plain page
 * gets the styles of today, a report keeps those that its script needs.
 */
export function dressedPage(page: string, markdown: string): string {
  const { title, text } = notesOf(markdown);
  const isPlain = page.includes('class="plain-page"');
  const heading = html`${title}`.markup;
  const notes = html`<section id="notes" aria-labelledby="notes-title">
<h2 id="notes-title">Notes</h2>
<div class="notes scroll">
${trusted(notesHtml(text))}</div>
</section>
`.markup;
  const styles = `<style>${reportStyles()}\n${PLAIN_PAGE_STYLES}</style>`;
  const bare = page.replace(NOTES, '').replace(NOTES_LINK, '');
  return bare
    .replace(/<title>.*?: mutagree<\/title>/, () => `<title>${heading}: mutagree</title>`)
    .replace(/<style>[\s\S]*?<\/style>/, (own) => (isPlain ? styles : own))
    .replace(/<h1>.*?<\/h1>/, () => `<h1>${heading}</h1>`)
    .replace(/(<nav class="sections"[^>]*><ul>\n)/, (list) => `${list}${NOTES_LINK}`)
    .replace(isPlain ? /<\/h1>\n<p class="quiet">.*<\/p>\n/ : /<div id="report">\n/, (place) => `${place}${notes}`);
}
