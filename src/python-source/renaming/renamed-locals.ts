import { groupBy } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import { analyseScopes, type Occurrence, type Scope, seesOwnNames } from '../scopes/scopes.ts';
import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';

/**
 * Names for local variables by order of appearance, by the start of the identifier. Parameters of the module's
 * functions and of methods keep theirs, since callers may pass them by keyword; so do those of a nested function that
 * is called with keywords; and so do classes, whose names their instances show. Empty if the program can see its own
 * names.
 *
 * @param moduleToo whether the module's variables are local as well, as in a standalone test
 */
export function renamedLocals(
  tree: PythonTree,
  { moduleToo }: { readonly moduleToo: boolean },
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  if (seesOwnNames(tree.root)) return names;
  const { occurrences, keywords, occurrenceAt } = analyseScopes(tree);
  const bindings = byBinding(occurrences);
  const isPrivate = oncePer((home: Scope) => isPrivateFunction(home, occurrenceAt, bindings));
  const passedByKeyword = new Set(keywords.map(({ name }) => name));
  let next = 0;
  const nameOf = oncePer((_home: Scope, _name: string) => `§${next++}`);
  const classes = byBinding(occurrences.filter(({ node }) => isClassName(node)));
  const isLocal = ({ home, name }: Occurrence): boolean => {
    if (home === null || home.kind === 'class' || classes.get(home)?.has(name)) return false;
    const kind = home.bound.get(name);
    if (home.kind === 'module') return moduleToo && kind === 'variable';
    if (kind !== 'parameter') return kind !== 'import';
    return home.kind === 'lambda' ? !passedByKeyword.has(name) : isPrivate(home) && !passedByKeyword.has(name);
  };
  for (const occurrence of occurrences) {
    if (!isLocal(occurrence) || !occurrence.home) continue;
    names.set(occurrence.node.start, nameOf(occurrence.home, occurrence.name));
  }
  return names;
}

const isClassName = ({ field, parent }: PythonNode) => field === 'name' && parent?.type === 'class_definition';

/** Whether the function is nested and only called there, so that nobody else passes keywords. */
function isPrivateFunction(
  { kind, parent, node }: Scope,
  occurrenceAt: ReadonlyMap<number, Occurrence>,
  bindings: Bindings,
): boolean {
  if (kind !== 'function' || parent === null || parent.kind === 'module' || parent.kind === 'class') return false;
  const name = node.child('name');
  const own = name ? occurrenceAt.get(name.start) : undefined;
  if (!own || node.parent?.type === 'decorated_definition') return false;
  const all = bindings.get(own.home)?.get(own.name) ?? [];
  return all.every(({ node: at }) => at === name || (at.field === 'function' && at.parent?.type === 'call'));
}

/** Occurrences by the scope that binds them and by name. */
type Bindings = ReadonlyMap<Scope | null, ReadonlyMap<string, readonly Occurrence[]>>;

function byBinding(occurrences: readonly Occurrence[]): Bindings {
  const byScope = [...groupBy(occurrences, ({ home }) => home)];
  return new Map(byScope.map(([home, own]) => [home, groupBy(own, ({ name }) => name)]));
}
