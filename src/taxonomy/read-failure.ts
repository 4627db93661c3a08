import { freeNames, importedNames, importsIn } from '../python-source/scopes/import-bindings.ts';
import { dedent } from '../python-source/syntax/indentation.ts';
import { parsePython } from '../python-source/syntax/python-tree.ts';
import { readPytestFailure } from './pytest-failure.ts';

export interface FailedProgram {
  readonly id: string;
  readonly prompt: string;
  readonly generated: string;
  /** pytest's output, or any traceback; may be cut, and may contain later sessions in which everything passes. */
  readonly pytestOutput: string;
  /** A right program for the same prompt, where one is known. */
  readonly reference?: string | undefined;
}

function readProgram(code: string) {
  const tree = parsePython(code);
  const modules = importsIn(tree.root).flatMap((node) => {
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
