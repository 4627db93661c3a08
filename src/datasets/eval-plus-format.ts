import { z } from 'zod';
import type { DatasetFormat } from '../core/dataset.ts';
import { rewriteCompletion, toCompletionTask } from './completion-task.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { oracleVault } from './oracle-vault.ts';
import { parseRecord } from './parse-record.ts';
import { refuseRewrite } from './refuse-rewrite.ts';
import { renameTogether } from './rename-together.ts';
import { reservedNames } from './reserved-names.ts';

const record = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  canonical_solution: z.string(),
  base_input: z.unknown(),
  plus_input: z.unknown(),
  contract: z.string().nullish(),
  atol: z.number().nullish(),
  test: z.string().nullish(),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * human-eval's fields (or MBPP's, told as a docstring) with inputs for a differential test: `base_input`, `plus_input`,
 * `contract` and `atol`. Its own `test` holds the base inputs only, so it is never taken for the official tests.
 */
export const evalPlusFormat: DatasetFormat = {
  name: 'eval-plus',
  title: 'EvalPlus',
  source: { title: 'evalplus/evalplus', url: 'https://github.com/evalplus/evalplus', licence: 'Apache-2.0' },
  notExecutable: 'its differential tests, which compare outputs with those of the reference, are not built in',
  recognises: (value) => 'prompt' in value && 'base_input' in value && 'plus_input' in value,
  load(records) {
    const tasks = records.map((raw) => {
      const { task_id, prompt, entry_point, canonical_solution, contract, test } = parseRecord(record, raw);
      const reference = (contract ?? '') + canonical_solution;
      const { task } = toCompletionTask(
        { taskId: task_id, promptText: prompt, entryPoint: entry_point, canonicalSolution: reference },
        raw,
      );
      return { ...task, reservedNames: reservedNames([prompt + reference, test ?? '']) };
    });
    return { tasks, oracles: oracleVault([]) };
  },
  rewrite(value, mutation) {
    const { contract, assertion, prompt, entry_point } = value;
    const names = Object.keys(mutation.renames);
    const continues = textOf(prompt).includes(`def ${textOf(entry_point)}`);
    const mentions = (text: string) => names.some((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`, 'u').test(text));
    if (!continues && mentions(textOf(contract))) refuseRewrite('the contract stands apart from its function');
    const rewritten = rewriteCompletion(value, mutation);
    if (typeof assertion !== 'string') return rewritten;
    const pieces = [textOf(value.canonical_solution), '\n', assertion];
    return { ...rewritten, assertion: renameTogether(pieces, mutation.renames, textOf(entry_point))[2] };
  },
};
