import MarkdownIt from 'markdown-it';

/**
 * Notes as CommonMark with tables. Raw HTML is text, links lead by http, https, mail or within the page (markdown-it
 * refuses schemes that run something), and pictures stay text: a report asks nothing of the network.
 */
const renderer = new MarkdownIt({ html: false, linkify: false }).disable('image');

/** A link by http, https or mail, or one that names no scheme. */
const HARMLESS = /^(?:https?:|mailto:|[^:&\\]*$|[^:&\\/?#]*[/?#])/i;
renderer.validateLink = (link) => HARMLESS.test(link.trim());

/** Headings of notes go below those of the report's parts. */
const DEEPER = 2;
const DEEPEST = 6;

renderer.core.ruler.push('deeper-headings', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue;
    token.tag = `h${Math.min(DEEPEST, Number(token.tag.slice(1)) + DEEPER)}`;
  }
});

/** Notes as HTML that holds no script, no picture and no element of the author's own. */
export function notesHtml(notes: string): string {
  return renderer.render(notes);
}

/** Where a link leads: after `](`, or in a definition of its own line. */
const DESTINATION = /(\]\(\s*<?|^ {0,3}\[[^\]\n]*\]:\s*<?)([^\s)>]*)/gm;

/** Text outside code: raw HTML is text, and a link whose scheme could run something leads nowhere. */
function defused(text: string): string {
  return text
    .replace(DESTINATION, (all: string, before: string, to: string) => (HARMLESS.test(to) ? all : `${before}#`))
    .replaceAll('<', '&lt;');
}

/** Notes as Markdown for whatever shows it: headings lie deeper, raw HTML is text, and no link runs anything. */
export function notesMarkdown(notes: string): string {
  const lines = notes.replace(/\r\n?/g, '\n').split('\n');
  const code = new Set<number>();
  for (const { type, map } of renderer.parse(notes.replace(/\r\n?/g, '\n'), {})) {
    const at = map?.[0];
    if (at === undefined || !map) continue;
    if (type === 'heading_open') lines[at] = (lines[at] ?? '').replace(/^(\s*)(#+)/, '$1##$2');
    if (type !== 'fence' && type !== 'code_block') continue;
    for (let line = at; line < map[1]; line++) code.add(line);
  }
  const parts: { isCode: boolean; lines: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (last && last.isCode === code.has(at)) last.lines.push(line);
    else parts.push({ isCode: code.has(at), lines: [line] });
  }
  return parts
    .map((part) => (part.isCode ? part.lines.join('\n') : defused(part.lines.join('\n'))))
    .join('\n')
    .trim();
}
