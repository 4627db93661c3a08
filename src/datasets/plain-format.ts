import { z } from 'zod';
import type { DatasetFormat, RawRecord } from '../core/dataset.ts';
import type { Task } from '../core/task.ts';
import { parsePrompt } from '../python-source/parse-prompt.ts';
import { isValidPython } from '../python-source/parse-python.ts';
import { lastFunctionName } from '../python-source/python-names.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { oracleVault } from './oracle-vault.ts';
import { parseRecord } from './parse-record.ts';
import { renameTogether } from './rename-together.ts';
import { reservedNames } from './reserved-names.ts';

const record = z.object({
  id: taskId,
  prompt: filledText,
  reference: z.string().nullish(),
  entry_point: pythonName.nullish(),
});

function toTask(raw: RawRecord): Task {
  const { id, prompt, reference, entry_point: named } = parseRecord(record, raw);
  const isCode = isValidPython(prompt) && lastFunctionName(prompt) !== null;
  const entryPoint = named ?? (isCode ? lastFunctionName(prompt) : null);
  return {
    id,
    prompt: parsePrompt(prompt, entryPoint),
    entryPoint,
    completesPrompt: isCode,
    labels: {},
    reservedNames: reservedNames([reference ?? '']),
  };
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
    const rewritten: Record<string, unknown> = { ...value, prompt: promptText };
    if (typeof value.reference === 'string') rewritten.reference = renameTogether([value.reference], renames)[0];
    if (typeof value.entry_point === 'string') {
      rewritten.entry_point = renames[value.entry_point] ?? value.entry_point;
    }
    return rewritten;
  },
};
