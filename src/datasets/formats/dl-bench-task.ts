import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { filesOfNodes, type RepositoryTarget } from '../../core/repository.ts';
import type { DATA_TYPES, ML_TASKS, STAGES, TaskLabels } from '../../core/task.ts';
import { wrongField } from '../reading/parse-record.ts';
import { promptAlone } from '../renaming/rename-record.ts';
import { loadEach, type RecordTask } from './record-task.ts';

/** A path inside a repository. */
export const repositoryPath = z
  .string()
  .refine((path) => path !== '' && !/^\/|\\|(?:^|\/)(?:\.{1,2})?(?:\/|$)/.test(path), {
    error: 'is not a path inside the repository; expected one such as "package/module.py"',
  });

/** `A` or `A.B`; files write a function without a class in several ways. */
export const ownerName = z
  .string()
  .nullish()
  .transform((name) =>
    name === undefined || name === null || /^\s*(?:none|null|nan)?\s*$/i.test(name) ? null : name.trim(),
  )
  .refine((name) => name === null || /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name), {
    error: 'is not the name of a class',
  });

/** `max(60 s, 5 x seconds)` of CPU, the limit of the live set (docs/dl-bench.md). */
export const repositoryLimitMs = (seconds: number | null | undefined): number =>
  Math.max(60_000, Math.ceil(5000 * (seconds ?? 0)));

/** Names under which files have the day of a function, or of the commit that brought it; the first one that is filled. */
const DATE_FIELDS = ['date', 'commit_date', 'committed_date', 'created_at'] as const;

/** The day of a record; absent where its file has none. @throws DatasetError */
export function repositoryDate(raw: RawRecord): string | undefined {
  const field = DATE_FIELDS.find((name) => typeof raw.value[name] === 'string' && raw.value[name].trim() !== '');
  if (field === undefined) return undefined;
  const day = String(raw.value[field]).trim().slice(0, 10);
  if (z.iso.date().safeParse(day).success) return day;
  const hint = 'Write the day as year, month and day, or leave the field empty.';
  throw wrongField(raw, field, 'does not begin with a date such as 2025-01-31', hint);
}

/** The fields of a repository's function, whatever the format; the file may lack the optional ones. */
export interface RepositoryFields
  extends Pick<RecordTask, 'id' | 'promptText' | 'timeoutMs' | 'labels' | 'date' | 'context' | 'reference'> {
  readonly target: RepositoryTarget;
  /** Ids of the repository's own tests. */
  readonly nodes: readonly string[];
}

/** A prompt in prose, which the function's name and place complete. */
function repositoryTask({ target, nodes, ...fields }: RepositoryFields): RecordTask {
  return {
    ...fields,
    kind: target.className === null ? 'function' : 'method',
    entryPoint: target.functionName,
    codes: [fields.reference ?? '', ...nodes.flatMap((node) => node.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])],
    repository: { ...target, testFiles: filesOfNodes(nodes) },
    tests: nodes.map((node) => ({ body: { kind: 'pytest', node } })),
  };
}

/**
 * Reads and rewrites records of a repository's function. Its tests call the function by the name and the parameters that
 * it has in the repository, so a prompt that renames them has no record of its own: `run` undoes it in each candidate.
 */
export const repositoryFormat = (fieldsOf: (raw: RawRecord) => RepositoryFields) => ({
  load: loadEach((raw) => repositoryTask(fieldsOf(raw))),
  rewrite: promptAlone('prompt', (name) => `the repository's own tests know "${name}" by its name`),
});

/** Beginnings (squeezed) by which the published files name a label; they spell some of them in several ways. */
const STAGE_WORDS: readonly (readonly [RegExp, (typeof STAGES)[number]])[] = [
  [/^(?:pre|post|data)?(?:and|or)?(?:pre|post)?process/, 'Pre/Post Processing'],
  [/^model/, 'Model Construction'],
  [/^train/, 'Training'],
  [/^infer/, 'Inference'],
  [/^(?:eval|metric)/, 'Evaluation & Metrics'],
];

const TASK_WORDS: readonly (readonly [RegExp, (typeof ML_TASKS)[number]])[] = [
  [/^classif/, 'Classification'],
  [/^regress/, 'Regression'],
  [/^(?:object)?detect/, 'Object Detection'],
  [/^(?:image|semantic)?segment/, 'Image Segmentation'],
  [/^timeseries/, 'Time Series Prediction'],
  [/^recommend/, 'Recommendation'],
  [/^general/, 'General'],
];

const DATA_WORDS: readonly (readonly [RegExp, (typeof DATA_TYPES)[number]])[] = [
  [/^imag/, 'Image'],
  [/^text/, 'Text'],
  [/^(?:structured|tabular|array)/, 'Structured Array'],
  [/^other/, 'Others'],
];

function named<Name>(text: unknown, words: readonly (readonly [RegExp, Name])[]): Name | undefined {
  // Letters and digits alone, so that spelling and spacing do not matter.
  const squeezed = String(text)
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '');
  return typeof text === 'string' ? words.find(([pattern]) => pattern.test(squeezed))?.[1] : undefined;
}

/** The benchmark's labels by their exact names; undefined where they are missing or unrecognisable. */
export const dlBenchLabels = ({ stage, task, data }: Readonly<Record<string, unknown>>): TaskLabels => ({
  stage: named(stage, STAGE_WORDS),
  mlTask: named(task, TASK_WORDS),
  dataType: named(data, DATA_WORDS),
});
