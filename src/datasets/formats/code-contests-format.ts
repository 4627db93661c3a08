import { z } from 'zod';
import { type DatasetFormat, github } from '../dataset-format.ts';
import { promptAlone } from '../renaming/rename-record.ts';
import { stdioPairs } from './competition-tests.ts';
import { filledText, label, loadRecords } from './record-task.ts';

const pairs = z.object({ input: z.array(z.unknown()), output: z.array(z.unknown()) }).nullish();
const record = z.object({
  name: label,
  description: filledText,
  public_tests: pairs,
  private_tests: pairs,
  generated_tests: pairs,
  time_limit: z.union([z.number(), z.object({ seconds: z.number().nullish(), nanos: z.number().nullish() })]).nullish(),
  solutions: z.object({ language: z.array(z.number()), solution: z.array(z.string()) }).nullish(),
});
type Fields = z.output<typeof record>;

const TESTS = ['public_tests', 'private_tests', 'generated_tests'] as const;
/** Of the field `language`. */
const PYTHON_3 = 3;
/** Least CPU milliseconds per test, also the default: limits were set for compiled languages. */
const LEAST_MS = 3000;

function limitMs({ time_limit: limit }: Fields): number {
  if (limit === null || limit === undefined) return LEAST_MS;
  const seconds = typeof limit === 'number' ? limit : (limit.seconds ?? 0) + (limit.nanos ?? 0) / 1e9;
  return Math.max(LEAST_MS, Math.ceil(1000 * seconds));
}

function referenceOf({ solutions }: Fields): string | undefined {
  const at = solutions?.language.indexOf(PYTHON_3) ?? -1;
  return at < 0 ? undefined : solutions?.solution[at];
}

/** Statements of programming contests with their own, hidden and generated pairs of input and output. */
export const codeContestsFormat: DatasetFormat = {
  name: 'code-contests',
  title: 'CodeContests',
  source: github('google-deepmind/code_contests', 'CC-BY-4.0'),
  recognises: (value) => 'description' in value && TESTS.some((field) => field in value),
  load: loadRecords(record, (fields, raw) => {
    const { name: id, description } = fields;
    const tests = TESTS.flatMap((field) => {
      const { input = [], output = [] } = fields[field] ?? {};
      return stdioPairs(raw, field, { inputs: input, outputs: output });
    });
    const timeoutMs = limitMs(fields);
    const reference = referenceOf(fields);
    return { id, promptText: description, entryPoint: null, codes: [], tests, timeoutMs, reference };
  }),
  rewrite: promptAlone('description', () => 'a program that reads standard input has no names to rename'),
};
