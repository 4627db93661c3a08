import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';
import { readStringLiteral, writeStringLiteral } from './string-literal.ts';

/** A plain Python value of a literal; sets and dicts keep their written order. */
export type PythonValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int' | 'float'; readonly value: number }
  | { readonly kind: 'str'; readonly value: string }
  | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly PythonValue[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [PythonValue, PythonValue])[] };

const NONE: PythonValue = { kind: 'none' };
const COLLECTIONS: Readonly<Record<string, 'list' | 'tuple' | 'set'>> = { list: 'list', tuple: 'tuple', set: 'set' };

/** Integers that are exact as a number of ours; larger ones are not read, so that no probe can grow without bound. */
const isExact = (value: number) => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function readNumber(kind: 'int' | 'float', text: string): PythonValue | null {
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) && (kind === 'float' || isExact(value)) ? { kind, value } : null;
}

function readNegative(value: PythonValue | null): PythonValue | null {
  return value?.kind === 'int' || value?.kind === 'float' ? { kind: value.kind, value: 0 - value.value } : null;
}

function readAll(tree: PythonTree, nodes: readonly PythonNode[]): PythonValue[] | null {
  const values = nodes.map((node) => readValue(tree, node));
  return values.some((value) => value === null) ? null : (values as PythonValue[]);
}

function readEntries(tree: PythonTree, nodes: readonly PythonNode[]): PythonValue | null {
  const entries: (readonly [PythonValue, PythonValue])[] = [];
  for (const node of nodes) {
    const pair = node.type === 'pair' ? readAll(tree, node.namedChildren) : null;
    if (!pair || !isHashable(pair[0] as PythonValue)) return null;
    entries.push([pair[0] as PythonValue, pair[1] as PythonValue]);
  }
  return { kind: 'dict', entries };
}

/** The value of a literal, nested ones included; null where the expression is anything else. */
export function readValue(tree: PythonTree, node: PythonNode): PythonValue | null {
  const collection = COLLECTIONS[node.type];
  if (collection) {
    const items = readAll(tree, node.namedChildren);
    return items && (collection !== 'set' || items.every(isHashable)) ? { kind: collection, items } : null;
  }
  switch (node.type) {
    case 'none':
      return NONE;
    case 'true':
    case 'false':
      return { kind: 'bool', value: node.type === 'true' };
    case 'integer':
      return readNumber('int', node.text);
    case 'float':
      return readNumber('float', node.text);
    case 'string':
    case 'concatenated_string':
      return readString(node);
    case 'dictionary':
      return readEntries(tree, node.namedChildren);
    case 'parenthesized_expression':
      return readValue(tree, node.namedChildren[0] ?? node.children[0] ?? node);
    case 'unary_operator':
      return node.text.startsWith('-') ? readNegative(readValue(tree, node.namedChildren[0] ?? node)) : null;
    case 'call':
      return node.text === 'set()' ? { kind: 'set', items: [] } : null;
    default:
      return null;
  }
}

function readString(node: PythonNode): PythonValue | null {
  const parts = node.type === 'string' ? [node] : node.namedChildren;
  const texts = parts.map((part) => readStringLiteral(part.text));
  return texts.some((text) => text === null) ? null : { kind: 'str', value: texts.join('') };
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
