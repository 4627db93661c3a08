import { z } from 'zod';
import type { OraclePart } from '../../core/oracle.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { parseRecord, wrongField } from '../reading/parse-record.ts';
import { renameFields } from '../renaming/rename-record.ts';
import { filledText, label, loadEach, type RecordTests, textIn } from './record-task.ts';
import { calledFunction, testedFunction } from './tested-function.ts';

const shared = {
  task_id: label,
  code: filledText.nullish(),
  /** The stronger suite of EvalPlus's export at the hub (`evalplus/mbppplus`): one script that calls the function. */
  test: filledText.nullish(),
  test_list: z.array(filledText).min(1, { error: 'is an empty list; expected at least one test' }),
  challenge_test_list: z.array(filledText).nullish(),
};
const raw = z.object({ ...shared, text: filledText, test_setup_code: z.string().nullish() });
const sanitized = z.object({ ...shared, prompt: filledText, test_imports: z.array(z.string()).nullish() });

const promptField = (value: RawRecord['value']) => ('prompt' in value && !('text' in value) ? 'prompt' : 'text');

/** The function that the tests call, one of the reference where there is one. */
const entryPointOf = (code: string, tests: readonly string[]): string | null =>
  code === '' ? calledFunction(tests) : testedFunction(code, tests);

/** The asserts, which are the base part where the record has EvalPlus's suite as well. */
function officialTests(asserts: readonly string[], suite: string): RecordTests {
  const checks = (codes: readonly string[], part: OraclePart | undefined) =>
    codes.map((code) => ({ ...(part && { part }), body: { kind: 'assertion' as const, code } }));
  return suite === '' ? checks(asserts, undefined) : [...checks(asserts, 'base'), ...checks([suite], 'plus')];
}

export const loadMbpp: DatasetFormat['load'] = loadEach((record, { shownTest = 'first' }) => {
  const fields = parseRecord(promptField(record.value) === 'prompt' ? sanitized : raw, record);
  const { task_id: id, test_list: asserts } = fields;
  const setup = ('text' in fields ? fields.test_setup_code : fields.test_imports?.join('\n')) ?? '';
  const [code, suite] = [fields.code ?? '', fields.test ?? ''];
  const entryPoint = entryPointOf(code, asserts);
  if (entryPoint === null) {
    const problem = code === '' ? 'calls no function' : 'calls no function that "code" defines';
    const hint = 'Every test must call the function under test, and "code" must define it.';
    throw wrongField(record, 'test_list', problem, hint);
  }
  const [exampleTest] = asserts;
  return {
    id,
    promptText: 'text' in fields ? fields.text : fields.prompt,
    entryPoint,
    codes: [code, setup, ...asserts, suite],
    interfaceHint: { functionName: entryPoint, ...(exampleTest && shownTest === 'first' && { exampleTest }) },
    tests: officialTests(asserts, suite),
    testSetup: setup,
    // A suite makes about a hundred calls.
    timeoutMs: suite === '' ? 3000 : 20_000,
    reference: code.replaceAll('\r\n', '\n'),
  };
});

export const rewriteMbpp: DatasetFormat['rewrite'] = (value, { promptText, renames }) => {
  const linesOf = (list: string) => (Array.isArray(value[list]) ? value[list].map(String) : []);
  const lists = ['test_list', 'challenge_test_list'].filter((list) => Array.isArray(value[list]));
  const lines = lists.flatMap((list) => linesOf(list).map((line, at) => [`${list}[${at}]`, line] as const));
  const groups = [['test_setup_code'], ['code'], ['test'], ...lines.map(([name]) => [name])];
  const entryPoint = entryPointOf(textIn(value, 'code'), linesOf('test_list'));
  const renamed = renameFields({ ...value, ...Object.fromEntries(lines) }, groups, renames, entryPoint);
  const renamedLists = lists.map((list) => [list, linesOf(list).map((_, at) => renamed[`${list}[${at}]`])]);
  const fields = Object.entries(renamed).filter(([name]) => name in value);
  return { ...value, [promptField(value)]: promptText, ...Object.fromEntries([...fields, ...renamedLists]) };
};
