import type { RawRecord } from '../core/dataset.ts';
import { DatasetError } from '../core/errors.ts';
import type { TestBody } from '../core/program.ts';
import { isValidPython } from '../python-source/parse-python.ts';
import { childOf, namedChildren, parsePython } from '../python-source/python-tree.ts';
import { definitionOf, functionsIn, nameOf, testCases } from '../python-source/test-methods.ts';
import { testSource } from '../python-source/test-units.ts';

interface Place extends Pick<RawRecord, 'file' | 'line'> {
  readonly field: string;
}

function wrong({ file, line, field }: Place, problem: string, mend: string): DatasetError {
  return new DatasetError('dataset-field', { file, line, field }, problem, { mend });
}

/** A test function of pytest's kind, called after its module. @throws DatasetError for one that needs a fixture */
function callOf(name: string, hasParameters: boolean, module: string, place: Place): TestBody {
  if (hasParameters) {
    throw wrong(
      place,
      `has the test "${name}" with parameters`,
      'Fixtures and parametrize are not known here: write the values into the test.',
    );
  }
  return { kind: 'assertion', code: `${module}\n${name}()\n` };
}

/** The tests of one piece of Python: methods of unittest classes, `test_` functions, or the whole as one check. */
function bodiesOf(module: string, entryPoint: string | null, place: Place): TestBody[] {
  if (!isValidPython(module)) throw wrong(place, 'is not valid Python', 'Correct that test.');
  const source = testSource(parsePython(module));
  const methods = testCases(source).flatMap((node): TestBody[] => {
    const body = childOf(definitionOf(node), 'body');
    const names = body ? functionsIn(body).map((method) => nameOf(source, method)) : [];
    return names
      .filter((name) => name.startsWith('test'))
      .map((name) => ({ kind: 'method', module, method: `${nameOf(source, node)}.${name}` }));
  });
  const functions = functionsIn(source.tree.root);
  const called = functions
    .filter((node) => nameOf(source, node).startsWith('test'))
    .map((node) => {
      const parameters = childOf(definitionOf(node), 'parameters');
      return callOf(
        nameOf(source, node),
        namedChildren(parameters ?? node).length > 0 && parameters !== null,
        module,
        place,
      );
    });
  if (methods.length + called.length > 0) return [...methods, ...called];
  if (entryPoint !== null && functions.some((node) => nameOf(source, node) === 'check')) {
    return [{ kind: 'assertion', code: `${module}\ncheck(${entryPoint})\n` }];
  }
  return [{ kind: 'assertion', code: module }];
}

/**
 * The official tests of a plain task: a list of assertions, or a module of unittest classes, `test_` functions, or
 * human-eval's `check(candidate)`.
 *
 * @throws DatasetError naming file, line and field
 */
export function plainTests(
  tests: string | readonly string[],
  entryPoint: string | null,
  { file, line }: Pick<RawRecord, 'file' | 'line'>,
): TestBody[] {
  if (typeof tests === 'string') return bodiesOf(tests, entryPoint, { file, line, field: 'tests' });
  return tests.flatMap((test, at) => bodiesOf(test, entryPoint, { file, line, field: `tests[${at}]` }));
}
