import { freeNames } from '../python-source/scopes/borrow-definitions.ts';
import { dedent } from '../python-source/syntax/dedent.ts';
import { childOf, namedChildren, parsePython, textOf, visit } from '../python-source/syntax/python-tree.ts';
import type { FailedProgram } from './failed-program.ts';
import { readPytestFailure } from './pytest-failure.ts';

/** What the failed program says of itself. */
function readProgram(code: string) {
  const tree = parsePython(code);
  const roots = new Set<string>();
  visit(tree.root, (node) => {
    if (!/^import_(?:from_)?statement$/.test(node.type)) return true;
    const module = childOf(node, 'module_name');
    for (const child of module ? [module] : namedChildren(node)) {
      roots.add(textOf(tree, childOf(child, 'name') ?? child).split('.')[0] ?? '');
    }
    return false;
  });
  return {
    isValid: !tree.hasError && code.trim() !== '',
    /** First parts of the modules that it imports, each once. */
    importRoots: [...roots],
    /** Names that nothing in it defines. */
    freeNames: [...freeNames(code)],
  };
}

/** Parses the parts of a failure. */
export function readFailure(failure: FailedProgram) {
  const program = readProgram(dedent(failure.generated));
  return { failure, output: readPytestFailure(failure.pytestOutput, failure.generated), program };
}

export type ProgramFacts = ReturnType<typeof readProgram>;
export type ReadFailure = ReturnType<typeof readFailure>;
