import type { PythonNode } from '../syntax/python-tree.ts';
import { reindented } from '../syntax/reindent.ts';

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
