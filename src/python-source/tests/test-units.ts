import { oncePer } from '../../core/once-per.ts';
import { occurrencesIn, type ScopeAnalysis } from '../scopes/scopes.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { reindented } from '../syntax/reindent.ts';

/** Names of variables that occur in a statement, and those of them that it binds itself. */
function namesIn(scopes: ScopeAnalysis, node: PythonNode) {
  const used = new Set<string>();
  const bound = new Set<string>();
  for (const { name, scope, home, binds } of occurrencesIn(scopes, node)) {
    const isInner = home !== null && home.node.start >= node.start && home.node.end <= node.end;
    if (isInner && home.kind !== 'module') continue;
    used.add(name);
    if (binds && home === scope) bound.add(name);
  }
  return { used, bound, isCheck: isCheck(node) };
}

/** Whether the statement checks something: an `assert`, or a block that waits for an exception. */
const isCheck = (node: PythonNode): boolean =>
  !/^(?:function|class|decorated)_definition$/.test(node.type) &&
  node.some(
    (inner) =>
      inner.type === 'assert_statement' || (inner.type === 'with_item' && /^(?:pytest\.)?raises\(/.test(inner.text)),
  );

/** One check with the statements before it that it needs, as a program of its own. */
export interface TestUnit {
  readonly code: string;
  /** The check alone. */
  readonly check: PythonNode;
  readonly names: ReadonlySet<string>;
}

/**
 * Finds the checks among statements, of very many one more than `limit`, each with the statements before it that it
 * needs, also of `outer` (the module, for the body of a function).
 */
export function unitFinder(scopes: ScopeAnalysis, limit: number) {
  const factsOf = oncePer((node: PythonNode) => namesIn(scopes, node));
  return (statements: readonly PythonNode[], outer: readonly PythonNode[] = []): TestUnit[] => {
    const checks = statements.filter((node) => factsOf(node).isCheck).slice(0, limit + 1);
    return checks.map((check) => {
      const names = new Set(factsOf(check).used);
      const expectation = withoutPytest(check);
      if (expectation !== null) names.delete('pytest');
      const above = outer.filter(({ end, type }) => end <= check.start || /definition$|^import/.test(type));
      const needed: PythonNode[] = [];
      for (const before of [...above, ...statements.slice(0, statements.indexOf(check))].reverse()) {
        const fact = factsOf(before);
        if (fact.isCheck && fact.bound.size === 0) continue;
        const touches = before.type === 'expression_statement' ? fact.used : fact.bound;
        if (![...touches].some((name) => names.has(name))) continue;
        needed.unshift(before);
        for (const name of fact.used) names.add(name);
      }
      const lines = [...needed.map((node) => reindented(node, '')), expectation ?? reindented(check, '')];
      return { code: lines.join('\n'), check, names };
    });
  };
}

/** Whether an `assert` holds whatever the program does: a constant, a filled tuple, two equal sides. */
export function isTrivial(check: PythonNode): boolean {
  if (check.type !== 'assert_statement') return false;
  let condition = check.firstNamedChild;
  if (condition?.type === 'tuple') return condition.namedChildren.length > 0;
  while (condition?.type === 'parenthesized_expression') condition = condition.firstNamedChild;
  if (!condition || /^(?:true|integer|string|none|false)$/.test(condition.type)) return true;
  const [left, operator, right, more] = condition.children;
  if (condition.type === 'comparison_operator') return operator?.type === '==' && !more && left?.text === right?.text;
  return operator?.type === 'or' && condition.children.some(({ type }) => type === 'true');
}

/** The call in `with pytest.raises(...):`, where the block has that one item and keeps no name for it. */
function raisesCall(node: PythonNode): PythonNode | null {
  const clause = node.type === 'with_statement' ? node.children.find(({ type }) => type === 'with_clause') : undefined;
  const [item, ...others] = clause?.namedChildren ?? [];
  const call = item?.child('value') ?? null;
  return others.length === 0 && call?.callee?.text === 'pytest.raises' ? call : null;
}

/** `with pytest.raises(E):` as plain Python, so that a test of exceptions runs where pytest isn't; null for all else. */
export function withoutPytest(node: PythonNode): string | null {
  const [expected, match, ...others] = raisesCall(node)?.childrenIn('arguments') ?? [];
  if (!expected || expected.type === 'keyword_argument' || others.length > 0) return null;
  const pattern = match?.type === 'keyword_argument' ? match.child('value') : null;
  const colon = node.children.find(({ type }) => type === ':');
  if ((match && !pattern) || !colon || !node.child('body')) return null;
  const headLength = colon.end - node.start;
  if (node.text.slice(0, headLength).includes('\n')) return null;
  const handler = pattern
    ? `except ${expected.text} as caught:\n    import re\n    assert re.search(${pattern.text}, str(caught))`
    : `except ${expected.text}:\n    pass`;
  const body = reindented(node, '').slice(headLength);
  return `try:${body}\n${handler}\nelse:\n    raise AssertionError('nothing was raised')`;
}
