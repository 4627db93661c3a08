import { z } from 'zod';
import type { OraclePart } from '../../core/oracle.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { parseRecord, wrongField } from '../reading/parse-record.ts';
import { renameTogether } from '../renaming/rename-together.ts';
import { filledText, label, textIn } from './fields.ts';
import { loadEach, type RecordTests } from './record-task.ts';
import { calledFunction, testedFunction } from './tested-function.ts';

const tests = z.array(filledText);
const shared = {
  task_id: label,
  code: filledText.nullish(),
  /** The stronger suite of EvalPlus's export at the hub (`evalplus/mbppplus`): one script that calls the function. */
  test: filledText.nullish(),
  test_list: tests.min(1, { error: 'is an empty list; expected at least one test' }),
  challenge_test_list: tests.nullish(),
};
const raw = z.object({ text: filledText, test_setup_code: z.string().nullish() });
const sanitized = z.object({ prompt: filledText, test_imports: z.array(z.string()).nullish() });

/** CPU milliseconds per test. */
const TIMEOUT_MS = 3000;
/** CPU milliseconds where one of the tests is a suite of about a hundred calls. */
const SUITE_TIMEOUT_MS = 20_000;

/** What either kind of file says, under one set of names. */
function fieldsOf(record: RawRecord) {
  const isSanitized = 'prompt' in record.value && !('text' in record.value);
  const { task_id: id, code = null, test_list: testList, test: suite = null } = parseRecord(z.object(shared), record);
  const own = { id, code, testList, suite };
  if (isSanitized) {
    const { prompt, test_imports: imports } = parseRecord(sanitized, record);
    return { ...own, promptText: prompt, setup: (imports ?? []).join('\n') };
  }
  const { text, test_setup_code: setup } = parseRecord(raw, record);
  return { ...own, promptText: text, setup: setup ?? '' };
}

type Fields = ReturnType<typeof fieldsOf>;

function entryPointOf({ code, testList }: Fields, raw: RawRecord): string {
  const name = code === null ? calledFunction(testList) : testedFunction(code, testList);
  if (name !== null) return name;
  const problem = code === null ? 'calls no function' : 'calls no function that "code" defines';
  const hint = 'Every test must call the function under test, and "code" must define it.';
  throw wrongField(raw, 'test_list', problem, hint);
}

/** The asserts, which are the base part where the record has EvalPlus's suite as well. */
function officialTests({ testList, suite }: Fields): RecordTests {
  const checks = (codes: readonly string[], part: OraclePart | undefined) =>
    codes.map((code) => ({ ...(part && { part }), body: { kind: 'assertion' as const, code } }));
  return suite === null ? checks(testList, undefined) : [...checks(testList, 'base'), ...checks([suite], 'plus')];
}

export const loadMbpp: DatasetFormat['load'] = loadEach((record, { shownTest = 'first' }) => {
  const fields = fieldsOf(record);
  const { id, promptText, code, testList, setup, suite } = fields;
  const entryPoint = entryPointOf(fields, record);
  const [exampleTest] = testList;
  return {
    id,
    promptText,
    kind: 'function',
    entryPoint,
    codes: [code ?? '', setup, ...testList, suite ?? ''],
    interfaceHint: { functionName: entryPoint, ...(exampleTest && shownTest === 'first' && { exampleTest }) },
    tests: officialTests(fields),
    testSetup: setup,
    timeoutMs: suite === null ? TIMEOUT_MS : SUITE_TIMEOUT_MS,
    reference: code?.replaceAll('\r\n', '\n'),
  };
});

const linesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((line): line is string => typeof line === 'string') : [];

export const rewriteMbpp: DatasetFormat['rewrite'] = (value, { promptText, renames }) => {
  const setup = textIn(value, 'test_setup_code');
  const official = linesOf(value.test_list);
  const suite = linesOf([value.test]);
  const challenge = linesOf(value.challenge_test_list);
  const tests = [...suite, ...official, ...challenge];
  const reference = textIn(value, 'code');
  const entryPoint = reference === '' ? calledFunction(official) : testedFunction(reference, official);
  const pieces = [setup, '\n', reference, ...tests.flatMap((test) => ['\n', test])];
  const [newSetup, , code, ...rest] = renameTogether(pieces, renames, entryPoint);
  const renamed = rest.filter((_, at) => at % 2 === 1);
  const newTests = renamed.slice(suite.length);
  return {
    ...value,
    [!('text' in value) && 'prompt' in value ? 'prompt' : 'text']: promptText,
    ...(reference !== '' && { code }),
    test_list: newTests.slice(0, official.length),
    ...(suite.length > 0 && { test: renamed[0] }),
    ...('test_setup_code' in value && { test_setup_code: setup ? newSetup : value.test_setup_code }),
    ...('challenge_test_list' in value && {
      challenge_test_list: value.challenge_test_list ? newTests.slice(official.length) : value.challenge_test_list,
    }),
  };
};
