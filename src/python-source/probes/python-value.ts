import type { PythonNode } from '../syntax/python-tree.ts';

/** A plain Python value of a literal; sets and dicts keep their written order. */
export type PythonValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int' | 'float'; readonly value: number }
  | { readonly kind: 'str'; readonly value: string }
  | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly PythonValue[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [PythonValue, PythonValue])[] };

/** Integers that are no exact number of ours are not read, so that no probe can grow without bound. */
function readNumber(kind: 'int' | 'float', text: string): PythonValue | null {
  const value = Number(text.replaceAll('_', ''));
  const isRead = kind === 'float' ? Number.isFinite(value) : Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return isRead ? { kind, value } : null;
}

/** What `read` makes of each; null where one is null. */
function readAll<T>(nodes: readonly PythonNode[], read: (node: PythonNode) => T | null): T[] | null {
  const values = nodes.map(read);
  return values.every((value) => value !== null) ? values : null;
}

function readPair(node: PythonNode): readonly [PythonValue, PythonValue] | null {
  const [key, value] = (node.type === 'pair' && readAll(node.namedChildren, readValue)) || [];
  return key && value && isHashable(key) ? [key, value] : null;
}

/** The value of a literal, nested ones included; null where the expression is anything else. */
export function readValue(node: PythonNode): PythonValue | null {
  const { type, text, namedChildren } = node;
  switch (type) {
    case 'none':
      return { kind: 'none' };
    case 'true':
    case 'false':
      return { kind: 'bool', value: type === 'true' };
    case 'integer':
      return readNumber('int', text);
    case 'float':
      return readNumber('float', text);
    case 'string':
    case 'concatenated_string': {
      const texts = readAll(type === 'string' ? [node] : namedChildren, (part) => readStringLiteral(part.text));
      return texts && { kind: 'str', value: texts.join('') };
    }
    case 'list':
    case 'tuple':
    case 'set': {
      const items = readAll(namedChildren, readValue);
      return items && (type !== 'set' || items.every(isHashable)) ? { kind: type, items } : null;
    }
    case 'dictionary': {
      const entries = readAll(namedChildren, readPair);
      return entries && { kind: 'dict', entries };
    }
    case 'parenthesized_expression':
      return namedChildren[0] ? readValue(namedChildren[0]) : null;
    case 'unary_operator': {
      const value = text.startsWith('-') && namedChildren[0] ? readValue(namedChildren[0]) : null;
      return value?.kind === 'int' || value?.kind === 'float' ? { kind: value.kind, value: 0 - value.value } : null;
    }
    case 'call':
      return text === 'set()' ? { kind: 'set', items: [] } : null;
    default:
      return null;
  }
}

/** Whether Python takes the value as a key or as a member of a set. */
export function isHashable(value: PythonValue): boolean {
  if (value.kind === 'tuple') return value.items.every(isHashable);
  return value.kind !== 'list' && value.kind !== 'set' && value.kind !== 'dict';
}

function writeFloat(value: number): string {
  const text = Object.is(value, -0) ? '-0.0' : `${value}`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** The value as Python writes it: equal texts are equal values of equal types. */
export function writeValue(value: PythonValue): string {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
      return `${value.value}`;
    case 'float':
      return writeFloat(value.value);
    case 'str':
      return writeStringLiteral(value.value);
    case 'dict':
      return `{${value.entries.map(([key, held]) => `${writeValue(key)}: ${writeValue(held)}`).join(', ')}}`;
    case 'list':
      return `[${value.items.map(writeValue).join(', ')}]`;
    case 'tuple':
      return `(${value.items.map(writeValue).join(', ')}${value.items.length === 1 ? ',' : ''})`;
    case 'set':
      return value.items.length === 0 ? 'set()' : `{${value.items.map(writeValue).join(', ')}}`;
  }
}

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
