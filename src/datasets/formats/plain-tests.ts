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

/** The error about a test. */
type Wrong = (problem: string, hint: string) => DatasetError;

/** @throws DatasetError where the pair is not text, or is meant for a function */
function stdioBody(pair: StdioPair, entryPoint: string | null, wrong: Wrong): TestBody {
  const [stdin] = INS.flatMap((name) => (name in pair ? [pair[name]] : []));
  const [stdout] = OUTS.flatMap((name) => (name in pair ? [pair[name]] : []));
  if (entryPoint !== null) {
    const hint = `Write it as an assertion, such as "assert ${entryPoint}(1) == 2"; input and output are for programs that read stdin.`;
    throw wrong(`is an input with its output, and the task asks for the function "${entryPoint}"`, hint);
  }
  if (typeof stdin === 'string' && typeof stdout === 'string') return { kind: 'stdio', stdin, expectedStdout: stdout };
  const hint = 'A test is Python text, or {"stdin", "stdout"} with two texts for a program that reads stdin.';
  throw wrong(`is not a test; its fields: ${Object.keys(pair).slice(0, 8).join(', ') || 'none'}`, hint);
}

/** The tests of one piece of Python: methods of unittest classes, `test_` functions, or the whole as one check. */
function bodiesOf(module: string, entryPoint: string | null, wrong: Wrong): TestBody[] {
  if (!isValidPython(module)) throw wrong('is not valid Python', 'Correct that test.');
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
    throw wrong(`has the test "${name}" with parameters`, hint);
  });
  if (methods.length + called.length > 0) return [...methods, ...called];
  if (entryPoint !== null && functionsIn(root).some(({ name }) => name === 'check')) {
    return [{ kind: 'assertion', code: `${module}\ncheck(${entryPoint})\n` }];
  }
  return [{ kind: 'assertion', code: module }];
}

/**
 * The official tests of a plain task: assertions, a module of unittest classes, `test_` functions, or human-eval's
 * `check(candidate)`; without a function also `{stdin, stdout}` pairs (`input` and `output` too). @throws DatasetError
 */
export function plainTests(
  tests: string | readonly (string | StdioPair)[],
  entryPoint: string | null,
  place: Pick<RawRecord, 'file' | 'line'>,
): TestBody[] {
  const wrongIn =
    (field: string): Wrong =>
    (problem, hint) =>
      wrongField(place, field, problem, hint);
  if (typeof tests === 'string') return bodiesOf(tests, entryPoint, wrongIn('tests'));
  return tests.flatMap((test, at) => {
    const wrong = wrongIn(`tests[${at}]`);
    return typeof test === 'string' ? bodiesOf(test, entryPoint, wrong) : [stdioBody(test, entryPoint, wrong)];
  });
}
