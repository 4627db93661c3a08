import type { PythonNode, PythonTree } from '../syntax/python-tree.ts';
import { dedented } from './test-module.ts';

/** The call in `with pytest.raises(...):`, where the block has that one item and keeps no name for it. */
function raisesCall(node: PythonNode): PythonNode | null {
  const clause = node.type === 'with_statement' ? node.children.find(({ type }) => type === 'with_clause') : undefined;
  const [item, ...others] = clause ? clause.namedChildren : [];
  const call = item ? item.child('value') : null;
  const callee = call?.callee ?? null;
  return others.length === 0 && callee && callee.text === 'pytest.raises' ? call : null;
}

/** `with pytest.raises(E):` as plain Python, so that a test of exceptions runs where pytest isn't; null for all else. */
export function withoutPytest(tree: PythonTree, node: PythonNode): string | null {
  const call = raisesCall(node);
  const given = ((call ? call.child('arguments') : null) ?? node).namedChildren;
  const body = node.child('body');
  const [expected, match, ...others] = given;
  if (!call || !body || !expected || expected.type === 'keyword_argument' || others.length > 0) return null;
  const pattern = match?.type === 'keyword_argument' ? match.child('value') : null;
  const colon = node.children.find(({ type }) => type === ':');
  if ((match && !pattern) || !colon || tree.text.slice(node.start, colon.end).includes('\n')) return null;
  const rest = dedented(tree, node).slice(colon.end - node.start);
  const type = expected.text;
  const handler = pattern
    ? `except ${type} as caught:\n    import re\n    assert re.search(${pattern.text}, str(caught))`
    : `except ${type}:\n    pass`;
  return `try:${rest}\n${handler}\nelse:\n    raise AssertionError('nothing was raised')`;
}
