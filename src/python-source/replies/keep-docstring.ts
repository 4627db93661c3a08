import { applyEdits } from '../../core/edit.ts';
import { locateFunction } from '../syntax/locate-function.ts';
import { docstringOf } from '../syntax/python-names.ts';
import { childOf, firstNamedChild, parsePython, textOf } from '../syntax/python-tree.ts';
import { indentationAt } from '../syntax/reindent.ts';
import { locateCandidate, type ReplacedFunction } from './replace-function.ts';

/**
 * A program whose function has the docstring of the file's where it brings none of its own: what a function says to its
 * readers is no part of what a model was asked for.
 *
 * @param source the file that the function stands in
 * @param program valid Python; as it came where either has no such function, or the file's has no docstring
 */
export function keepDocstring(source: string, wanted: ReplacedFunction, program: string): string {
  const file = parsePython(source.replace(/\r\n?/g, '\n'));
  const old = locateFunction(file, wanted.name, wanted.className);
  const docstring = old && docstringOf(childOf(old.definition, 'body'));
  if (!docstring) return program;
  const tree = parsePython(program);
  const found = locateCandidate(tree, wanted);
  const body = found && childOf(found.definition, 'body');
  const first = body && firstNamedChild(body);
  if (!first || docstringOf(body)) return program;
  const indentation = indentationAt(program, first.start);
  const text = textOf(file, docstring);
  // A body on its function's own line goes on there.
  const replacement = indentation === null ? `${text}; ` : `${text}\n${indentation}`;
  return applyEdits(program, [{ start: first.start, end: first.start, replacement }]);
}
