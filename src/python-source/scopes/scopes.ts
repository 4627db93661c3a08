export type { Scope } from './scope-collector.ts';

import { oncePer } from '../../core/once-per.ts';
import type { Span } from '../../core/text.ts';
import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';
import { type KeywordOccurrence, type Scope, ScopeCollector } from './scope-collector.ts';

/** Index of the first item whose place is at least `place`; the number of items where there is none. */
export function firstAtLeast<T>(items: readonly T[], place: number, placeOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(items[middle] as T) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One occurrence of a variable's name. */
export interface Occurrence {
  readonly node: PythonNode;
  readonly name: string;
  /** The scope of the occurrence. */
  readonly scope: Scope;
  /** The scope that binds it; null for builtins and names that the text doesn't bind. */
  readonly home: Scope | null;
  /** Whether it gives the name a value. */
  readonly binds: boolean;
}

/** The meaning of identifiers; attributes, strings and names of imported modules are in neither list. */
export interface ScopeAnalysis {
  readonly root: PythonNode;
  readonly module: Scope;
  readonly scopes: readonly Scope[];
  /** In the order of the text. */
  readonly occurrences: readonly Occurrence[];
  readonly keywords: readonly KeywordOccurrence[];
  /** By the start of the identifier. */
  readonly occurrenceAt: ReadonlyMap<number, Occurrence>;
}

function homeOf(name: string, from: Scope, module: Scope): Scope | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    // A class's own names are invisible from the functions inside it.
    if (scope !== from && scope.kind === 'class') continue;
    if (scope.globals.has(name)) return module;
    if (scope.bound.has(name) && !scope.nonlocals.has(name)) return scope;
  }
  return null;
}

/** Every scope of the text, and for every variable the scope that binds it; remembered as long as the tree is. */
export const analyseScopes = oncePer(({ root }: PythonTree): ScopeAnalysis => {
  const collector = new ScopeCollector();
  const module = collector.open('module', root, null);
  collector.walk(root, module);
  const { scopes, found, keywords } = collector;
  // A global that only functions assign is bound by the module all the same.
  for (const name of scopes.flatMap(({ globals }) => [...globals])) {
    if (!module.bound.has(name)) module.bound.set(name, 'variable');
  }
  const occurrences = found
    .map((each) => ({ ...each, home: homeOf(each.name, each.scope, module) }))
    .sort((a, b) => a.node.start - b.node.start);
  const occurrenceAt = new Map(occurrences.map((occurrence) => [occurrence.node.start, occurrence]));
  return { root, module, scopes, occurrences, keywords, occurrenceAt };
});

/** The occurrences of variables in a stretch of the text. */
export function occurrencesIn({ occurrences }: ScopeAnalysis, { start, end }: Span): readonly Occurrence[] {
  const indexOf = (place: number) => firstAtLeast(occurrences, place, ({ node }) => node.start);
  return occurrences.slice(indexOf(start), indexOf(end));
}

const namesIn = (analysis: ScopeAnalysis, span: Span, accepts: (found: Occurrence) => boolean): Set<string> =>
  new Set(occurrencesIn(analysis, span).flatMap((found) => (accepts(found) ? [found.name] : [])));

/** Names that a part of the text takes from its module, or that nothing binds. */
export const usesIn = (analysis: ScopeAnalysis, span: Span): Set<string> =>
  namesIn(analysis, span, ({ home }) => home === null || home === analysis.module);

/** Names of the module that a part of the text binds. */
export const bindsIn = (analysis: ScopeAnalysis, span: Span): Set<string> =>
  namesIn(analysis, span, ({ binds, home }) => binds && home === analysis.module);

/** Functions through which a program sees its variables as text, so that another name could change its behaviour. */
const INTROSPECTION = new Set(
  'locals vars eval exec globals dir inspect __name__ __qualname__ __code__ _getframe'.split(' '),
);

/** Whether the node holds something that sees variables by name, f-strings that print them (`{x=}`) included. */
export const seesOwnNames = (node: PythonNode): boolean =>
  node.some((inner) =>
    inner.type === 'identifier'
      ? INTROSPECTION.has(inner.text)
      : inner.type === 'interpolation' && inner.children.some(({ type }) => type === '='),
  );

/** All that some items lead to, step by step, themselves included: each once, in the order in which it is found. */
export function reachable<Item>(from: Iterable<Item>, next: (item: Item) => Iterable<Item>): Set<Item> {
  const found = new Set(from);
  // A set grows while it is walked.
  for (const item of found) for (const other of next(item)) found.add(other);
  return found;
}
