import { locateFunction } from '../syntax/locate-function.ts';
import { docstringText } from '../syntax/python-names.ts';
import { parsePython } from '../syntax/python-tree.ts';
import { reindented } from '../syntax/reindent.ts';

/** A function of a file as a program of its own; null where the file has no such function, or several. */
export function liftFunction(source: string, functionName: string, className: string | null) {
  const tree = parsePython(source.replace(/\r\n?/g, '\n'));
  const found = locateFunction(tree, functionName, className);
  if (!found) return null;
  const reference = reindented(found.whole, '');
  const lifted = parsePython(reference);
  const alone = locateFunction(lifted, functionName, null);
  const body = alone?.child('body');
  if (!alone || !body) return null;
  const head = reference.slice(alone.whole.start, body.start).trimEnd();
  return {
    reference,
    /** Raises, so that a test that runs it cannot pass. */
    stub: `${head}\n    raise NotImplementedError\n`,
    /** Most documentation of `__init__` belongs to it; null without one. */
    classDocstring: found.owner ? docstringText(found.owner.child('body')) : null,
  };
}
