import type { DatasetError } from '../../core/errors.ts';
import type { TestBody } from '../../core/program.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { type PythonNode, parsePython } from '../../python-source/syntax/python-tree.ts';
import { functionsIn, testCases } from '../../python-source/tests/test-methods.ts';
import { wrongField } from '../reading/parse-record.ts';

/** A test of a script as people write it: input and expected output, under one of several names. */
export type StdioPair = Readonly<Record<string, unknown>>;

const INS = ['stdin', 'input'] as const;
const OUTS = ['expectedStdout', 'expected_stdout', 'expected_output', 'stdout', 'output'] as const;

interface Place extends Pick<RawRecord, 'file' | 'line'> {
  readonly field: string;
}

const wrong = (place: Place, problem: string, hint: string): DatasetError =>
  wrongField(place, place.field, problem, hint);

/** @throws DatasetError where the pair is not text, or is meant for a function */
function stdioBody(pair: StdioPair, entryPoint: string | null, place: Place): TestBody {
  const [stdin] = INS.flatMap((name) => (name in pair ? [pair[name]] : []));
  const [stdout] = OUTS.flatMap((name) => (name in pair ? [pair[name]] : []));
  if (entryPoint !== null) {
    throw wrong(
      place,
      `is an input with its output, and the task asks for the function "${entryPoint}"`,
      `Write it as an assertion, such as "assert ${entryPoint}(1) == 2"; input and output are for programs that read stdin.`,
    );
  }
  if (typeof stdin === 'string' && typeof stdout === 'string') return { kind: 'stdio', stdin, expectedStdout: stdout };
  throw wrong(
    place,
    `is not a test; its fields: ${Object.keys(pair).slice(0, 8).join(', ') || 'none'}`,
    'A test is Python text, or {"stdin", "stdout"} with two texts for a program that reads stdin.',
  );
}

/** The tests of one piece of Python: methods of unittest classes, `test_` functions, or the whole as one check. */
function bodiesOf(module: string, entryPoint: string | null, place: Place): TestBody[] {
  if (!isValidPython(module)) throw wrong(place, 'is not valid Python', 'Correct that test.');
  const { root } = parsePython(module);
  const testsIn = (body: PythonNode | null) => functionsIn(body).filter(({ name }) => name.startsWith('test'));
  const methods = testCases(root).flatMap((node) =>
    testsIn(node.undecorated.child('body')).map(
      ({ name }): TestBody => ({ kind: 'method', module, method: `${node.name}.${name}` }),
    ),
  );
  const called = testsIn(root).map(({ name, undecorated }): TestBody => {
    if (undecorated.childrenIn('parameters').length === 0) return { kind: 'assertion', code: `${module}\n${name}()\n` };
    const hint = 'Fixtures and parametrize are not known here: write the values into the test.';
    throw wrong(place, `has the test "${name}" with parameters`, hint);
  });
  if (methods.length + called.length > 0) return [...methods, ...called];
  if (entryPoint !== null && functionsIn(root).some(({ name }) => name === 'check')) {
    return [{ kind: 'assertion', code: `${module}\ncheck(${entryPoint})\n` }];
  }
  return [{ kind: 'assertion', code: module }];
}

/**
 * The official tests of a plain task: a list of assertions, or a module of unittest classes, `test_` functions, or
 * human-eval's `check(candidate)`; of a task without a function also `{stdin, stdout}` pairs (`input` and `output` too).
 *
 * @throws DatasetError naming file, line and field
 */
export function plainTests(
  tests: string | readonly (string | StdioPair)[],
  entryPoint: string | null,
  { file, line }: Pick<RawRecord, 'file' | 'line'>,
): TestBody[] {
  if (typeof tests === 'string') return bodiesOf(tests, entryPoint, { file, line, field: 'tests' });
  return tests.flatMap((test, at) => {
    const place = { file, line, field: `tests[${at}]` };
    return typeof test === 'string' ? bodiesOf(test, entryPoint, place) : [stdioBody(test, entryPoint, place)];
  });
}
