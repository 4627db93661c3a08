import { calleeOf, childOf, namedChildren, type PythonNode, type PythonTree, textOf } from '../syntax/python-tree.ts';
import { dedented } from './test-module.ts';

/** The call in `with pytest.raises(...):`, where the block has that one item and keeps no name for it. */
function raisesCall(tree: PythonTree, node: PythonNode): PythonNode | null {
  const clause = node.type === 'with_statement' ? node.children.find(({ type }) => type === 'with_clause') : undefined;
  const [item, ...others] = clause ? namedChildren(clause) : [];
  const call = item ? childOf(item, 'value') : null;
  const callee = calleeOf(call);
  return others.length === 0 && callee && textOf(tree, callee) === 'pytest.raises' ? call : null;
}

/** `with pytest.raises(E):` as plain Python, so that a test of exceptions runs where pytest isn't; null for all else. */
export function withoutPytest(tree: PythonTree, node: PythonNode): string | null {
  const call = raisesCall(tree, node);
  const given = namedChildren((call ? childOf(call, 'arguments') : null) ?? node);
  const body = childOf(node, 'body');
  const [expected, match, ...others] = given;
  if (!call || !body || !expected || expected.type === 'keyword_argument' || others.length > 0) return null;
  const pattern = match?.type === 'keyword_argument' ? childOf(match, 'value') : null;
  const colon = node.children.find(({ type }) => type === ':');
  if ((match && !pattern) || !colon || tree.text.slice(node.start, colon.end).includes('\n')) return null;
  const rest = dedented(tree, node).slice(colon.end - node.start);
  const type = textOf(tree, expected);
  const handler = pattern
    ? `except ${type} as caught:\n    import re\n    assert re.search(${textOf(tree, pattern)}, str(caught))`
    : `except ${type}:\n    pass`;
  return `try:${rest}\n${handler}\nelse:\n    raise AssertionError('nothing was raised')`;
}
