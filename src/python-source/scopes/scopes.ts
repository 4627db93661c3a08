import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';
import type { KeywordOccurrence, MutableScope, Scope } from './scope.ts';
import { ScopeCollector } from './scope-collector.ts';

export type { KeywordOccurrence, Scope } from './scope.ts';

/** One occurrence of a variable's name. */
export interface Occurrence {
  readonly node: PythonNode;
  readonly name: string;
  /** The scope of the occurrence. */
  readonly scope: Scope;
  /** The scope that binds it; null for builtins and names that the text doesn't bind. */
  readonly home: Scope | null;
}

/** The meaning of identifiers; attributes, strings and names of imported modules are in neither list. */
export interface ScopeAnalysis {
  readonly module: Scope;
  readonly scopes: readonly Scope[];
  /** In the order of the text. */
  readonly occurrences: readonly Occurrence[];
  readonly keywords: readonly KeywordOccurrence[];
  /** By the start of the identifier. */
  readonly occurrenceAt: ReadonlyMap<number, Occurrence>;
}

function homeOf(name: string, from: MutableScope, module: MutableScope): MutableScope | null {
  for (let scope: MutableScope | null = from; scope; scope = scope.parent) {
    // A class's own names are invisible from the functions inside it.
    if (scope !== from && scope.kind === 'class') continue;
    if (scope.globals.has(name)) return module;
    if (scope.bound.has(name) && !scope.nonlocals.has(name)) return scope;
  }
  return null;
}

/** Finds every scope of the text, and for every variable the scope that binds it. */
export function analyseScopes(tree: PythonTree): ScopeAnalysis {
  const collector = new ScopeCollector();
  const module = collector.open('module', tree.root, null);
  collector.walk(tree.root, module);
  // A global that only functions assign is bound by the module all the same.
  for (const scope of collector.scopes) {
    for (const name of scope.globals) if (!module.bound.has(name)) module.bound.set(name, 'variable');
  }
  const occurrences = collector.found
    .map(({ node, name, scope }) => ({ node, name, scope, home: homeOf(name, scope, module) }))
    .sort((a, b) => a.node.start - b.node.start);
  return {
    module,
    scopes: collector.scopes,
    occurrences,
    keywords: collector.keywords,
    occurrenceAt: new Map(occurrences.map((occurrence) => [occurrence.node.start, occurrence])),
  };
}

/** Functions through which a program sees its variables as text, so that another name could change its behaviour. */
const INTROSPECTION = new Set(
  'locals vars eval exec globals dir inspect __name__ __qualname__ __code__ _getframe'.split(' '),
);

/** Whether the node holds something that sees variables by name, f-strings that print them (`{x=}`) included. */
export function seesOwnNames(tree: PythonTree, node: PythonNode): boolean {
  if (node.type === 'identifier') return INTROSPECTION.has(node.text);
  if (node.type === 'interpolation' && node.children.some((child) => child.type === '=')) return true;
  return node.children.some((child) => child.named && seesOwnNames(tree, child));
}
