import { z } from 'zod';
import { hashOf } from '../../core/hash.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { filesOfNodes, type RepositoryTarget } from '../../core/repository.ts';
import type { TaskLabels } from '../../core/task.ts';
import { wrongField } from '../reading/parse-record.ts';
import { promptAlone } from '../renaming/refuse-rewrite.ts';
import { loadEach } from './oracle-vault.ts';
import { oracleOf, taskOf } from './task-of.ts';

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

/** CPU milliseconds that an evaluation gets at least. */
const LEAST_MS = 60_000;
const SECONDS_FACTOR = 5;

/** `max(60 s, 5 x seconds)`, the limit of the live set (docs/dl-bench.md). */
export function repositoryLimitMs(seconds: number | null | undefined): number {
  return Math.max(LEAST_MS, Math.ceil(SECONDS_FACTOR * 1000 * (seconds ?? 0)));
}

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

/** The fields of a repository's function, whatever the format. */
export interface RepositoryFields {
  readonly id: string;
  readonly promptText: string;
  readonly target: RepositoryTarget;
  readonly labels: TaskLabels;
  /** ISO day of the function or its commit, where the file has one. */
  readonly date?: string | undefined;
  /** The code around the function in its module, as requests show it. */
  readonly context?: string | undefined;
  /** The function's own code, where the file has it. */
  readonly reference?: string | undefined;
  readonly nodes: readonly string[];
  readonly limitMs: number;
}

/** A prompt in prose, which the function's name and place complete, and the repository's own tests by their ids. */
function repositoryTask(fields: RepositoryFields) {
  const { id, promptText, target, labels, date, context, reference, nodes, limitMs } = fields;
  const { functionName } = target;
  const names = nodes.flatMap((node) => node.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  const task = taskOf({
    id,
    promptText,
    kind: target.className === null ? 'function' : 'method',
    entryPoint: functionName,
    labels,
    codes: [reference ?? '', ...names],
    date,
    context,
    repository: { ...target, testFiles: filesOfNodes(nodes) },
  });
  const tests = nodes.map((node) => ({ id: hashOf(node), body: { kind: 'pytest' as const, node } }));
  return { task, oracle: oracleOf({ taskId: id, tests, timeoutMs: limitMs, reference }) };
}

/**
 * Reads and rewrites records of a repository's function. Its tests call the function by the name and the parameters that
 * it has in the repository, so a prompt that renames them has no record of its own: `run` undoes it in each candidate.
 */
export const repositoryFormat = (fieldsOf: (raw: RawRecord) => RepositoryFields) => ({
  load: loadEach((raw) => repositoryTask(fieldsOf(raw))),
  rewrite: promptAlone('prompt', (name) => `the repository's own tests know "${name}" by its name`),
});
