import { applyEdits } from '../../core/edit.ts';
import { type PythonNode, parsePython } from './python-tree.ts';

/** Removes comments and strings that are statements of their own, such as docstrings. */
export function codeAlone(code: string): string {
  const isText = ({ type, children: [only, ...others] }: PythonNode) =>
    type === 'comment' || (type === 'expression_statement' && only?.type === 'string' && others.length === 0);
  const edits = parsePython(code)
    .root.findAll(isText)
    .map((node) => node.replacedBy(''));
  return applyEdits(code, edits);
}
