import { z } from 'zod';
import type { DatasetFormat, RawRecord, RecordMutation } from '../core/dataset.ts';
import type { Task } from '../core/task.ts';
import { parsePrompt } from '../python-source/parse-prompt.ts';
import { isValidPython } from '../python-source/parse-python.ts';
import { definesFunction, lastFunctionName } from '../python-source/python-names.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { oracleVault } from './oracle-vault.ts';
import { parseRecord } from './parse-record.ts';
import { renameTogether } from './rename-together.ts';
import { reservedNames } from './reserved-names.ts';

type Renames = RecordMutation['renames'];

const record = z.object({
  id: taskId,
  prompt: filledText,
  reference: z.string().nullish(),
  entry_point: pythonName.nullish(),
});

/** The function to write, and whether the prompt is the beginning of its program. */
function targetOf(prompt: string, named: unknown): { entryPoint: string | null; completesPrompt: boolean } {
  const last = isValidPython(prompt) ? lastFunctionName(prompt) : null;
  return { entryPoint: typeof named === 'string' ? named : last, completesPrompt: last !== null };
}

function toTask(raw: RawRecord): Task {
  const { id, prompt, reference, entry_point: named } = parseRecord(record, raw);
  const target = targetOf(prompt, named);
  return {
    id,
    prompt: parsePrompt(prompt, target.entryPoint),
    ...target,
    labels: {},
    reservedNames: reservedNames([reference ?? '']),
  };
}

/** The reference renamed: by itself where it is a whole program, else as the rest of the prompt. */
function renamedReference(prompt: string, reference: string, entryPoint: string | null, renames: Renames): string {
  const standsAlone = entryPoint === null || definesFunction(reference, entryPoint);
  return renameTogether(standsAlone ? ['', reference] : [prompt, reference], renames, entryPoint)[1] ?? reference;
}

/**
 * Prompts with nothing to check an answer by: `{id, prompt, reference?, entry_point?}`. Where the prompt is Python
 * without an entry point, its last function is the one to write.
 */
export const plainFormat: DatasetFormat = {
  name: 'plain',
  title: 'Plain prompts',
  source: { title: 'mutagree', url: 'https://www.npmjs.com/package/mutagree' },
  recognises: (value) => 'id' in value && 'prompt' in value,
  load: (records) => ({ tasks: records.map(toTask), oracles: oracleVault([]) }),
  rewrite(value, { promptText, renames }) {
    const { prompt, reference, entry_point: named } = value;
    const { entryPoint } = targetOf(String(prompt), named);
    return {
      ...value,
      prompt: promptText,
      ...(typeof reference === 'string' && {
        reference: renamedReference(String(prompt), reference, entryPoint, renames),
      }),
      ...(typeof named === 'string' && { entry_point: renames[named] ?? named }),
    };
  },
};
