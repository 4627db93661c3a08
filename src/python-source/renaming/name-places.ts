import type { Span } from '../../core/span.ts';
import { docstringOf } from '../syntax/python-names.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { pickModuleName, pickParameter, type ScopedCode, scopedCode } from './rename-picks.ts';

/** The role of a name's occurrence in code, relative to the variable in question. */
export type PlaceRole = 'own' | 'other-variable' | 'attribute' | 'comment' | 'docstring' | 'string';

/** One whole-word occurrence of a name in code. */
export interface NamePlace extends Span {
  /** `own`: the variable itself, or a keyword that passes it; `attribute` also includes other callees' keywords. */
  readonly role: PlaceRole;
}

const TEXTS = new Set(['comment', 'string']);

/**
 * Every place of a function's name, in order: `own` where the module binds it or leaves it free. Code need not be
 * complete.
 */
export function functionNamePlaces(code: string, name: string): NamePlace[] {
  const scoped = scopedCode(code);
  return places(
    scoped,
    name,
    pickModuleName(scoped, name).occurrences.map(({ node }) => node),
  );
}

/**
 * Every place of a parameter's name, in order; `own` in the function whose name is at `functionAt`, and as a keyword in
 * calls of it. Null if no function's name is there.
 */
export function parameterPlaces(code: string, functionAt: number, name: string): NamePlace[] | null {
  const scoped = scopedCode(code);
  const owner = scoped.scopes.find(({ kind, node }) => kind === 'function' && node.child('name')?.start === functionAt);
  if (!owner) return null;
  const { occurrences, keywords } = pickParameter(scoped, owner, name);
  return places(scoped, name, [...occurrences.map(({ node }) => node), ...keywords]);
}

function places({ tree, occurrences }: ScopedCode, name: string, own: readonly PythonNode[]): NamePlace[] {
  const starts = new Set(own.map(({ start }) => start));
  const variables = new Set(occurrences.map(({ node }) => node.start));
  const docstrings = docstringStarts(tree.root);
  const found: NamePlace[] = [];
  tree.root.visit((node) => {
    if (node.type === 'identifier' && node.text === name) {
      const role = starts.has(node.start) ? 'own' : variables.has(node.start) ? 'other-variable' : 'attribute';
      found.push({ start: node.start, end: node.end, role });
    }
    if (!TEXTS.has(node.type)) return true;
    const role = node.type === 'comment' ? 'comment' : docstrings.has(node.start) ? 'docstring' : 'string';
    for (const span of wordsIn(node, tree.text, name)) found.push({ ...span, role });
    return true;
  });
  return found.sort((a, b) => a.start - b.start);
}

/** Whole words of a comment or a string's own text; interpolated parts of an f-string are identifiers. */
function* wordsIn(node: PythonNode, text: string, name: string): Iterable<Span> {
  if (name === '') return;
  const holes = node.children.filter(({ type }) => type === 'interpolation');
  const isWordSign = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
  for (let at = text.indexOf(name, node.start); at >= 0 && at < node.end; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const inHole = holes.some((hole) => hole.start <= at && at < hole.end);
    if (!inHole && !isWordSign(text[at - 1]) && !isWordSign(text[end])) yield { start: at, end };
  }
}

function docstringStarts(root: PythonNode): Set<number> {
  const definitions = root.findAll(({ type }) => /^(?:function|class)_definition$/.test(type));
  return new Set(definitions.flatMap((node) => docstringOf(node.child('body'))?.start ?? []));
}
