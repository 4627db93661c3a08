import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { definesFunction, lastFunctionName } from '../../python-source/syntax/python-names.ts';
import type { RecordMutation } from '../dataset-format.ts';
import { wrongField } from '../reading/parse-record.ts';
import { renameCandidateKeywords, renameFields } from '../renaming/rename-record.ts';
import { filledText, label, loadRecords, pythonName, type RecordTask, textIn } from './record-task.ts';

/** A task whose official tests are one `check(candidate)` function. */
export const completionRecord = z.object({
  task_id: label,
  prompt: filledText,
  entry_point: pythonName,
  /** Continues the prompt. */
  canonical_solution: z.string().nullish(),
  test: filledText.nullish(),
});

/** `reference` is a complete program, instead of a canonical solution. */
type CompletionFields = z.output<typeof completionRecord> & { readonly reference?: string | undefined };

/** Whether the prompt is code to be continued, and not a text about it. */
function completes({ prompt, entry_point: entryPoint }: CompletionFields, raw: RawRecord): boolean {
  if (definesFunction(prompt, entryPoint)) return true;
  const defined = lastFunctionName(prompt);
  if (defined === null) return false;
  const problem = `is "${entryPoint}", but the prompt defines only "${defined}"`;
  throw wrongField(raw, 'entry_point', problem, 'Name the function that the prompt asks for.');
}

/** @throws DatasetError when the prompt does not define the entry point, or the test no `check`. */
export function completionTask(fields: CompletionFields, raw: RawRecord): RecordTask {
  const { task_id: id, prompt, entry_point: entryPoint, canonical_solution: solution, test } = fields;
  const completesPrompt = completes(fields, raw);
  const whole = solution && completesPrompt ? prompt + solution : solution;
  const reference = fields.reference ?? whole;
  if (test && !definesFunction(test, 'check')) {
    const hint = 'Put the official tests into a function check(candidate).';
    throw wrongField(raw, 'test', 'does not define check(candidate)', hint);
  }
  return {
    id,
    promptText: prompt,
    entryPoint,
    completesPrompt,
    codes: [reference ?? prompt, test ?? ''],
    tests: test ? [{ body: { kind: 'assertion', code: `${test}\ncheck(${entryPoint})` } }] : [],
    // As human-eval grants the tests of one task.
    timeoutMs: 3000,
    reference,
  };
}

export const loadHumanEval = loadRecords(completionRecord, completionTask);

/** The marker between prompt and solution in ReCode's `partial`; null if the field has another form. */
function partialRest({ prompt, canonical_solution: solution, partial }: Readonly<Record<string, unknown>>) {
  if (typeof partial !== 'string' || typeof prompt !== 'string' || typeof solution !== 'string') return null;
  const fits =
    partial.startsWith(prompt) && partial.endsWith(solution) && partial.length >= prompt.length + solution.length;
  return fits ? partial.slice(prompt.length, partial.length - solution.length) : null;
}

/** Rewrites human-eval's fields, ReCode's `partial`, EvalPlus's `contract` and `assertion`; lacking ones stay away. */
export function rewriteCompletion(
  value: Readonly<Record<string, unknown>>,
  { promptText, renames }: RecordMutation,
): Record<string, unknown> {
  const entryPoint = textIn(value, 'entry_point');
  const groups = [['prompt', 'contract', 'canonical_solution'], ['test'], ['assertion']];
  const code = renameFields(value, groups, renames, entryPoint);
  const rest = partialRest(value);
  return {
    ...value,
    ...code,
    ...renameFields(value, [['reference']], renames, entryPoint),
    prompt: promptText,
    ...('entry_point' in value && { entry_point: renames[entryPoint] ?? entryPoint }),
    ...(rest !== null && { partial: promptText + rest + code['canonical_solution'] }),
    ...(code['test'] !== undefined && { test: renameCandidateKeywords(code['test'], entryPoint, renames) }),
  };
}
