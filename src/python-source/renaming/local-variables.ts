import type { Span } from '../../core/span.ts';
import { type Scope, seesOwnNames } from '../scopes/scopes.ts';
import { type PythonNode, textOf, visit } from '../syntax/python-tree.ts';
import { scopedCode } from './rename-picks.ts';

/** A name that functions of the code use for variables of their own. */
export interface LocalVariable {
  readonly name: string;
  /** Where it stands for one of them. */
  readonly places: readonly Span[];
  /** Starts of the places where the code means something else by it: an attribute, a keyword, another variable. */
  readonly others: ReadonlySet<number>;
}

/**
 * The local variables of the code's functions, by the order in which they appear: parameters, functions and imports
 * inside of functions are none, nor is what is read from around a function. Empty where the code can see its own names;
 * a function that the grammar cannot read has none.
 */
export function localVariables(code: string): LocalVariable[] {
  const { tree, occurrences } = scopedCode(code);
  if (seesOwnNames(tree, tree.root)) return [];
  const readable = new Map<Scope, boolean>();
  const places = new Map<string, Span[]>();
  for (const { name, home, node } of occurrences) {
    if (!home || home.kind === 'module' || home.kind === 'class' || home.bound.get(name) !== 'variable') continue;
    const sound = readable.get(home) ?? isReadable(home.node);
    readable.set(home, sound);
    if (!sound) continue;
    const own = places.get(name) ?? [];
    places.set(name, own);
    own.push({ start: node.start, end: node.end });
  }
  const starts = startsOf(tree.root, (node) => (node.type === 'identifier' ? textOf(tree, node) : null));
  return [...places].map(([name, own]) => {
    const others = new Set(starts.get(name));
    for (const { start } of own) others.delete(start);
    return { name, places: own, others };
  });
}

function startsOf(root: PythonNode, keyOf: (node: PythonNode) => string | null): Map<string, number[]> {
  const starts = new Map<string, number[]>();
  visit(root, (node) => {
    const key = keyOf(node);
    if (key === null) return;
    const known = starts.get(key);
    if (known) known.push(node.start);
    else starts.set(key, [node.start]);
  });
  return starts;
}

function isReadable(node: PythonNode): boolean {
  let sound = true;
  visit(node, ({ type }) => {
    sound &&= type !== 'ERROR';
    return sound;
  });
  return sound;
}
