import type { PythonNode } from '../syntax/python-tree.ts';

/** Escapes with one plain meaning; all others stay as they are written, their backslash included. */
const SIMPLE: Readonly<Record<string, string>> = { "\\'": "'", '\\"': '"', '\\n': '\n', '\\t': '\t', '\\\n': '' };

function unescaped(content: string): string {
  return content.replace(/\\[\s\S]/g, (sequence) => SIMPLE[sequence] ?? sequence);
}

/** One spelling for a string literal whatever its quotes; `nested` writes the expressions of an f-string. */
export function canonicalString(text: string, node: PythonNode, nested: (node: PythonNode) => string): string {
  const start = /^([a-zA-Z]*)("""|'''|"|')/.exec(text);
  // The marks for expressions must not be taken for content.
  if (!start?.[2] || /[⦃⦄]/.test(text)) return text;
  const prefix = [...(start[1] ?? '').toLowerCase().replace('u', '')].sort().join('');
  const quote = start[2];
  const from = node.start + start[0].length;
  const to = node.end - quote.length;
  const isRaw = prefix.includes('r');
  const plain = (content: string) => (isRaw ? content : unescaped(content));
  let content = '';
  let at = from;
  for (const child of node.children) {
    if (child.type !== 'interpolation') continue;
    // `{x = }` shows its own text.
    const shown = child.children.some(({ type }) => type === '=')
      ? text.slice(child.start - node.start, child.end - node.start)
      : '';
    content += `${plain(text.slice(at - node.start, child.start - node.start))}⦃${shown}${nestedParts(child, nested)}⦄`;
    at = child.end;
  }
  content += plain(text.slice(at - node.start, Math.max(at, to) - node.start));
  return `${prefix}${JSON.stringify(content)}`;
}

function nestedParts(interpolation: PythonNode, nested: (node: PythonNode) => string): string {
  return interpolation.children
    .slice(1, -1)
    .map((part) => nested(part))
    .join(' ');
}
