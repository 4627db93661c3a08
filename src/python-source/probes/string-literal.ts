const LITERAL = /^([rRuU]?)("""|'''|"|')([\s\S]*)\2$/;
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U[0-9a-fA-F]{8}|N\{[^}]*\}|([0-7]{1,3})|(\r?\n)|([\s\S]))/g;
const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };
const PLAIN = new Set(['\\', "'", '"']);

/** The value of a string literal; null for bytes, f-strings and characters beyond the basic plane by number or name. */
export function readStringLiteral(text: string): string | null {
  const [, prefix = '', , body] = LITERAL.exec(text) ?? [];
  if (body === undefined) return null;
  if (prefix.toLowerCase() === 'r') return body;
  if (/\\[UN]/.test(body.replaceAll('\\\\', ''))) return null;
  return body.replace(ESCAPE, (whole, hex?: string, unicode?: string, octal?: string, line?: string, one?: string) => {
    if (hex ?? unicode) return String.fromCharCode(Number.parseInt(hex ?? unicode ?? '', 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (line !== undefined) return '';
    if (one !== undefined && NAMED[one] !== undefined) return NAMED[one];
    return one !== undefined && PLAIN.has(one) ? one : whole;
  });
}

/** A literal on one line. */
export function writeStringLiteral(value: string, quote = "'"): string {
  const body = value.replace(/[\\'"\p{Cc}\p{Cs}\u2028\u2029]/gu, (character) => {
    if (character === '\\' || character === quote) return `\\${character}`;
    if (character === "'" || character === '"') return character;
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return quote + body + quote;
}
