import { z } from 'zod';
import type { OraclePart } from '../../core/oracle.ts';
import { type DatasetFormat, github } from '../dataset-format.ts';
import { fieldSources } from '../reading/json-source.ts';
import { refuseRewrite } from '../renaming/rename-record.ts';
import { completionRecord, completionTask, rewriteCompletion } from './completion-task.ts';
import { evalPlusComparison, evalPlusInputs } from './eval-plus-inputs.ts';
import { loadRecords, textIn } from './record-task.ts';

const inputs = z.array(z.array(z.unknown(), { error: 'is not a list; expected the arguments of one call' }));

const record = completionRecord.extend({
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
  const cells: (readonly T[])[] = [];
  for (let from = 0, size = CALLS_A_CELL.first; from < calls.length; from += size, size = CALLS_A_CELL.most) {
    cells.push(calls.slice(from, from + size));
  }
  return cells;
}

/**
 * human-eval's fields (or MBPP's, as a docstring) with inputs for a differential test: `base_input`, `plus_input`,
 * `contract` and `atol`. Its own `test` holds the base inputs only, so it is never taken for the official tests.
 */
export const evalPlusFormat: DatasetFormat = {
  name: 'eval-plus',
  title: 'EvalPlus',
  source: github('evalplus/evalplus', 'Apache-2.0'),
  fields: ['task_id', 'prompt', 'entry_point', 'canonical_solution', 'base_input', 'plus_input'],
  recognises: (value) => 'prompt' in value && 'base_input' in value && 'plus_input' in value,
  load: loadRecords(record, ({ base_input: _, plus_input: __, contract, test, atol, ...fields }, raw) => {
    const { task_id: id, entry_point: entryPoint, prompt, canonical_solution: solution } = fields;
    const whole = (contract ?? '') + solution;
    const { comparison, alternatives } = evalPlusComparison(id, entryPoint, atol ?? 0);
    const sources = fieldSources(raw.text ?? JSON.stringify(raw.value));
    const reference = prompt + solution;
    const cellsOf = (part: OraclePart) => inCells(evalPlusInputs(id, sources.get(`${part}_input`) ?? '[]'));
    return {
      ...completionTask({ ...fields, canonical_solution: whole }, raw),
      codes: [prompt + whole, test ?? ''],
      tests: (['base', 'plus'] as const).flatMap((part) =>
        cellsOf(part).map((calls) => {
          const inputs = `[${calls.join(',')}]`;
          return {
            part,
            body: { kind: 'calls' as const, target: entryPoint, inputs, count: calls.length, comparison },
          };
        }),
      ),
      // The reference, without its contract, computes the expected outputs, as in EvalPlus.
      answeredBy: [reference, ...alternatives],
      relativeLimit: LIMIT,
      timeoutMs: LIMIT.floorMs,
      reference,
    };
  }),
  rewrite(value, mutation) {
    const names = Object.keys(mutation.renames);
    const continues = textIn(value, 'prompt').includes(`def ${textIn(value, 'entry_point')}`);
    const mentions = (text: string) => names.some((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`, 'u').test(text));
    if (!continues && mentions(textIn(value, 'contract'))) refuseRewrite('the contract stands apart from its function');
    return rewriteCompletion(value, mutation);
  },
};
