import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { lastFunctionName } from '../../python-source/syntax/python-names.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { parseField } from '../reading/parse-record.ts';
import { onlyRenamed, refuseRewrite } from '../renaming/rename-record.ts';
import { jsonField } from './competition-tests.ts';
import { LIVE_CODE_BENCH_MODULES, LIVE_CODE_BENCH_SETUP, liveCodeBenchTests } from './live-code-bench-tests.ts';
import { filledText, label, loadRecords, pythonName } from './record-task.ts';

const record = z.object({
  question_id: label,
  question_content: filledText,
  starter_code: z.string().nullish(),
  // Kept as they are: private tests may hold a pickle, which is never loaded.
  public_test_cases: z.union([z.string(), z.array(z.unknown())]).nullish(),
  private_test_cases: z.union([z.string(), z.array(z.unknown())]).nullish(),
  contest_date: z
    .string()
    .refine((text) => /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(text), {
      error: 'does not begin with a date such as 2025-01-31',
    })
    .nullish(),
});

/** The method that the starter code leaves open; null for a program that reads its input. */
function methodOf(starterCode: string): string | null {
  // The stub ends after its colon, which is no valid Python; a body completes it.
  return starterCode.trim() === '' ? null : lastFunctionName(`${starterCode.trimEnd()}\n        pass\n`);
}

/** The method that `metadata` names; null where it names none. @throws DatasetError */
function namedMethod(raw: RawRecord): string | null {
  const metadata = jsonField(raw, 'metadata') ?? {};
  return parseField(z.object({ func_name: pythonName.nullish() }), raw, 'metadata', metadata).func_name ?? null;
}

const load = loadRecords(record, (fields, raw) => {
  const { question_id: id, question_content: promptText, contest_date } = fields;
  const starterCode = fields.starter_code ?? '';
  const entryPoint = namedMethod(raw) ?? methodOf(starterCode);
  return {
    id,
    promptText,
    kind: entryPoint === null ? null : 'method',
    entryPoint,
    codes: [starterCode],
    preload: LIVE_CODE_BENCH_MODULES,
    setup: LIVE_CODE_BENCH_SETUP,
    interfaceHint: starterCode.trim() && entryPoint !== null ? { functionName: entryPoint, starterCode } : null,
    date: contest_date?.slice(0, 10),
    tests: liveCodeBenchTests(entryPoint, raw),
    // As LiveCodeBench grants by default.
    timeoutMs: 6000,
  };
});

function renamedStarter(starterCode: string, old: string, fresh: string): string {
  const parts = starterCode.split(new RegExp(`(?<=\\bdef\\s+)${old}(?=\\s*\\()`, 'u'));
  if (parts.length !== 2) refuseRewrite(`the starter code does not define "${old}" once`);
  return parts.join(fresh);
}

/** Competition statements: programs that read their input, or a method of `Solution` that the starter code names. */
export const liveCodeBenchFormat: DatasetFormat = {
  name: 'live-code-bench',
  title: 'LiveCodeBench',
  source: { title: 'LiveCodeBench', url: 'https://github.com/LiveCodeBench/LiveCodeBench', licence: 'CC-BY-4.0' },
  fields: ['question_id', 'question_content', 'starter_code', 'public_test_cases', 'private_test_cases'],
  recognises: (value) =>
    'question_content' in value &&
    ['question_id', 'starter_code', 'public_test_cases', 'private_test_cases'].some((field) => field in value),
  load,
  rewrite(value, { promptText, renames }) {
    const method = methodOf(String(value.starter_code ?? ''));
    const fresh = onlyRenamed(renames, method, 'only the method of the starter code can be renamed');
    if (method === null || fresh === undefined) return { ...value, question_content: promptText };
    const { metadata } = value;
    const renamedIn = (json: string) => json.replaceAll(`"${method}"`, `"${fresh}"`);
    return {
      ...value,
      question_content: promptText,
      starter_code: renamedStarter(String(value.starter_code), method, fresh),
      ...(metadata !== undefined && {
        metadata: typeof metadata === 'string' ? renamedIn(metadata) : JSON.parse(renamedIn(JSON.stringify(metadata))),
      }),
    };
  },
};
