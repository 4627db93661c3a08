import { applyEdits } from '../../core/edit.ts';
import { locateFunction } from '../syntax/locate-function.ts';
import { docstringOf } from '../syntax/python-names.ts';
import { parsePython } from '../syntax/python-tree.ts';
import { indentationAt } from '../syntax/reindent.ts';
import { locateCandidate, type ReplacedFunction } from './replace-function.ts';

/** Adds the docstring of the file's function to a valid program without: models are not asked for documentation. */
export function keepDocstring(source: string, wanted: ReplacedFunction, program: string): string {
  const file = parsePython(source.replace(/\r\n?/g, '\n'));
  const old = locateFunction(file, wanted.name, wanted.className);
  const docstring = old && docstringOf(old.child('body'));
  if (!docstring) return program;
  const tree = parsePython(program);
  const found = locateCandidate(tree, wanted);
  const body = found?.child('body');
  const first = body?.firstNamedChild;
  if (!first || docstringOf(body)) return program;
  const indentation = indentationAt(program, first.start);
  const text = docstring.text;
  // A body on its function's own line continues there.
  const replacement = indentation === null ? `${text}; ` : `${text}\n${indentation}`;
  return applyEdits(program, [{ start: first.start, end: first.start, replacement }]);
}
