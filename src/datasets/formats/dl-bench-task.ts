import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { filesOfNodes, type RepositoryTarget } from '../../core/repository.ts';
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
