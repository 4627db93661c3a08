import { freeNames } from '../python-source/scopes/borrow-definitions.ts';
import { importedNames } from '../python-source/scopes/import-bindings.ts';
import { dedent } from '../python-source/syntax/dedent.ts';
import { parsePython } from '../python-source/syntax/python-tree.ts';
import type { FailedProgram } from './failed-program.ts';
import { readPytestFailure } from './pytest-failure.ts';

function readProgram(code: string) {
  const tree = parsePython(code);
  const imports = tree.root.findAll(({ type }) => /^import_(?:from_)?statement$/.test(type));
  const modules = imports.flatMap((node) => {
    const from = node.child('module_name');
    return from ? [from.text] : importedNames(node).map(({ name }) => name);
  });
  return {
    isValid: !tree.hasError && code.trim() !== '',
    /** First parts of the modules that it imports, each once. */
    importRoots: [...new Set(modules.map((module) => module.split('.')[0] ?? ''))],
    /** Names that nothing in it defines. */
    freeNames: [...freeNames(code)],
  };
}

export function readFailure(failure: FailedProgram) {
  const program = readProgram(dedent(failure.generated));
  return { failure, output: readPytestFailure(failure.pytestOutput, failure.generated), program };
}

export type ProgramFacts = ReturnType<typeof readProgram>;
export type ReadFailure = ReturnType<typeof readFailure>;
