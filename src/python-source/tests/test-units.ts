import { oncePer } from '../../core/once-per.ts';
import { occurrencesIn, type ScopeAnalysis } from '../scopes/scopes.ts';
import { reindented } from '../syntax/indentation.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { ALL_TEST_CHARACTERS, READ_TESTS } from '../syntax/reading-limits.ts';

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
 * Finds the checks among statements, each with the statements before it that it needs, also of `outer` (the module, for
 * the body of a function); of very many the first ones, with one more than are read.
 */
export function unitFinder(scopes: ScopeAnalysis) {
  const factsOf = oncePer((node: PythonNode) => namesIn(scopes, node));
  const bindsOrActs = (node: PythonNode) => !factsOf(node).isCheck || factsOf(node).bound.size > 0;

  const unitOf = (check: PythonNode, usable: readonly PythonNode[]): TestUnit => {
    const expectation = withoutPytest(check);
    const names = new Set(factsOf(check).used);
    if (expectation !== null) names.delete('pytest');
    const missing = new Set(names);
    const needed: PythonNode[] = [];
    for (const before of usable.toReversed()) {
      const { used, bound } = factsOf(before);
      const touches = before.type === 'expression_statement' ? used : bound;
      if (![...touches].some((name) => missing.has(name))) continue;
      needed.unshift(before);
      for (const name of used) {
        names.add(name);
        missing.add(name);
      }
      // A definition or import replaces what had its name before.
      missing.delete(before.undecorated.name);
    }
    const lines = [...needed.map((node) => reindented(node, '')), expectation ?? reindented(check, '')];
    return { code: lines.join('\n'), check, names };
  };

  return (statements: readonly PythonNode[], outer: readonly PythonNode[] = []): TestUnit[] => {
    const above = outer.filter(bindsOrActs);
    const beside = statements.filter(bindsOrActs);
    const units: TestUnit[] = [];
    let characters = 0;
    for (const check of statements) {
      if (units.length > READ_TESTS || characters > ALL_TEST_CHARACTERS) break;
      if (!factsOf(check).isCheck) continue;
      const isBefore = ({ end }: PythonNode) => end <= check.start;
      const usable = above.filter((node) => isBefore(node) || /definition$|^import/.test(node.type));
      const unit = unitOf(check, [...usable, ...beside.filter(isBefore)]);
      characters += unit.code.length;
      units.push(unit);
    }
    return units;
  };
}

/** Whether an `assert` holds whatever the program does: a constant, a filled tuple, two equal sides. */
export function isTrivial(check: PythonNode): boolean {
  if (check.type !== 'assert_statement') return false;
  let [condition] = check.namedChildren;
  if (condition?.type === 'tuple') return condition.namedChildren.length > 0;
  while (condition?.type === 'parenthesized_expression') condition = condition.namedChildren[0];
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
