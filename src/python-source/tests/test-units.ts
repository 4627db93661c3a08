import { analyseScopes, type ScopeAnalysis } from '../scopes/scopes.ts';
import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';
import { firstAtLeast } from '../syntax/sorted-places.ts';
import { withoutPytest } from './raises-block.ts';
import { dedented } from './test-module.ts';

/** A test module, parsed once. */
export interface TestSource {
  readonly tree: PythonTree;
  readonly scopes: ScopeAnalysis;
  /** Known facts of its statements. */
  readonly facts: Map<PythonNode, StatementFacts>;
}

interface StatementFacts {
  /** Names of variables that occur in it. */
  readonly used: ReadonlySet<string>;
  /** The used names that it binds itself. */
  readonly bound: ReadonlySet<string>;
  readonly isCheck: boolean;
}

export function testSource(tree: PythonTree): TestSource {
  return { tree, scopes: analyseScopes(tree), facts: new Map() };
}

function factsOf(source: TestSource, node: PythonNode): StatementFacts {
  const known = source.facts.get(node);
  if (known) return known;
  const found = { ...namesIn(source, node), isCheck: isCheck(node) };
  source.facts.set(node, found);
  return found;
}

/** Names of variables that occur in a node, and those that it binds itself. */
function namesIn(
  { scopes }: TestSource,
  node: PythonNode,
): { readonly used: Set<string>; readonly bound: Set<string> } {
  const used = new Set<string>();
  const bound = new Set<string>();
  for (const { node: at, name, scope, home } of within(scopes, node)) {
    const isLocal =
      home !== null && home.node.start >= node.start && home.node.end <= node.end && home.kind !== 'module';
    if (isLocal) continue;
    used.add(name);
    if (scope.bound.has(name) && home === scope && isBinding(at)) bound.add(name);
  }
  return { used, bound };
}

function isBinding(node: PythonNode): boolean {
  for (let at: PythonNode | null = node; at; at = at.parent) {
    if (at.field === 'left' || at.field === 'alias') return true;
    if (at.field === 'name' && /definition|import/.test(at.parent?.type ?? '')) return true;
    if (/statement$|block/.test(at.type)) return false;
  }
  return false;
}

/** Occurrences in a node; they are sorted, so that the first is found by halving. */
function within({ occurrences }: ScopeAnalysis, { start, end }: PythonNode) {
  const low = firstAtLeast(occurrences, start, ({ node }) => node.start);
  let last = low;
  while (last < occurrences.length && (occurrences[last]?.node.end ?? 0) <= end) last++;
  return occurrences.slice(low, last);
}

/** Whether the statement checks something: an `assert`, or a block that waits for an exception. */
function isCheck(node: PythonNode): boolean {
  if (/^(function_definition|class_definition|decorated_definition)$/.test(node.type)) return false;
  return node.some(
    (inner) =>
      inner.type === 'assert_statement' || (inner.type === 'with_item' && /^(?:pytest\.)?raises\(/.test(inner.text)),
  );
}

/** One check with the statements before it that it needs, as a program of its own. */
export interface TestUnit {
  readonly code: string;
  /** The check alone. */
  readonly check: PythonNode;
  readonly names: ReadonlySet<string>;
}

/**
 * The checks among `statements`, each with the statements before it that it needs, also of `outer` (the module, for the
 * body of a function). Each check stands alone.
 *
 * @param limit of the search: one more than this is looked for
 */
export function unitsOf(
  source: TestSource,
  statements: readonly PythonNode[],
  outer: readonly PythonNode[] = [],
  limit = Number.POSITIVE_INFINITY,
): TestUnit[] {
  const { tree } = source;
  let found = 0;
  return statements.flatMap((check, index) => {
    if (found > limit || !factsOf(source, check).isCheck) return [];
    found++;
    const names = new Set(factsOf(source, check).used);
    const expectation = withoutPytest(tree, check);
    if (expectation !== null) names.delete('pytest');
    const needed: PythonNode[] = [];
    const candidates = [
      ...outer.filter((node) => node.end <= check.start || isDefinition(node)),
      ...statements.slice(0, index),
    ];
    for (const before of candidates.reverse()) {
      const fact = factsOf(source, before);
      if (fact.isCheck && fact.bound.size === 0) continue;
      const touches = before.type === 'expression_statement' ? fact.used : fact.bound;
      if (![...touches].some((name) => names.has(name))) continue;
      needed.push(before);
      for (const name of fact.used) names.add(name);
    }
    const code = [...needed.reverse().map((node) => dedented(tree, node)), expectation ?? dedented(tree, check)].join(
      '\n',
    );
    return [{ code, check, names }];
  });
}

function isDefinition(node: PythonNode): boolean {
  return /definition$|^import/.test(node.type);
}

/** Whether an `assert` holds whatever the program does: a constant, a filled tuple, two equal sides. */
export function isTrivial(check: PythonNode): boolean {
  if (check.type !== 'assert_statement') return false;
  let condition = check.namedChildren[0];
  if (condition?.type === 'tuple') return condition.namedChildren.length > 0;
  while (condition?.type === 'parenthesized_expression') condition = condition.namedChildren[0];
  if (!condition) return true;
  if (/^(true|integer|string|none|false)$/.test(condition.type)) return true;
  const parts = condition.children;
  if (condition.type === 'comparison_operator' && parts.length === 3 && parts[1]?.type === '==') {
    return (parts[0] as PythonNode).text === (parts[2] as PythonNode).text;
  }
  if (condition.type === 'boolean_operator' && condition.child('operator')?.type === 'or') {
    return parts.some((part) => part.type === 'true');
  }
  return false;
}
