import type { Span } from '../../core/span.ts';
import type { ScopeAnalysis } from '../scopes/scopes.ts';
import { docstringOf } from '../syntax/python-names.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { type Pick, pickName, pickParameter, scopedCode } from './rename-picks.ts';

/** The role of a name's occurrence in code, relative to the variable in question. */
export type PlaceRole = 'own' | 'other-variable' | 'attribute' | 'comment' | 'docstring' | 'string';

/** One whole-word occurrence of a name in code. */
export interface NamePlace extends Span {
  /** `own`: the variable itself, or a keyword that passes it; `attribute` also includes other callees' keywords. */
  readonly role: PlaceRole;
}

/** Every place of a function's name in order, also in incomplete code; `own` where the module binds or frees it. */
export function functionNamePlaces(code: string, name: string): NamePlace[] {
  const scoped = scopedCode(code);
  return places(scoped, name, pickName(scoped, name, scoped.module));
}

/**
 * Every place of a parameter's name, in order; `own` in the function whose name is at `functionAt`, and as a keyword in
 * calls of it. Null if no function's name is there.
 */
export function parameterPlaces(code: string, functionAt: number, name: string): NamePlace[] | null {
  const scoped = scopedCode(code);
  const owner = scoped.scopes.find(({ kind, node }) => kind === 'function' && node.child('name')?.start === functionAt);
  return owner ? places(scoped, name, pickParameter(scoped, owner, name)) : null;
}

function places({ root, occurrenceAt }: ScopeAnalysis, name: string, { nodes }: Pick): NamePlace[] {
  const starts = new Set(nodes.map(({ start }) => start));
  const docstrings = docstringStarts(root);
  const found: NamePlace[] = [];
  root.visit((node) => {
    const { type, start, end } = node;
    if (type === 'identifier' && node.text === name) {
      const role = starts.has(start) ? 'own' : occurrenceAt.has(start) ? 'other-variable' : 'attribute';
      found.push({ start, end, role });
    }
    if (type !== 'comment' && type !== 'string') return;
    const role = type === 'string' && docstrings.has(start) ? 'docstring' : type;
    for (const span of wordsIn(node, name)) found.push({ ...span, role });
  });
  return found.sort((a, b) => a.start - b.start);
}

/** Whole words of a comment or a string's own text; interpolated parts of an f-string are identifiers. */
function* wordsIn(node: PythonNode, name: string): Iterable<Span> {
  const text = node.source;
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
