import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import { parseLoosely } from '../reading/json-records.ts';
import { parseField, wrongField } from '../reading/parse-record.ts';
import type { RecordTests } from './record-task.ts';

/** A field that files hold as JSON or as its text; `otherwise` reads other texts. Null if empty. @throws DatasetError */
export function jsonField(raw: RawRecord, field: string, otherwise?: (text: string) => unknown): unknown {
  const value = raw.value[field];
  if (typeof value !== 'string') return value ?? null;
  if (value.trim() === '') return null;
  try {
    return parseLoosely(value);
  } catch {
    if (otherwise) return otherwise(value);
    throw wrongField(raw, field, 'is text that is not JSON');
  }
}

/** One call of a function; arguments and answers are JSON, as it is written, since `1.0` and `1` are two things to Python. */
export const callBody = (target: string, input: string, answers: readonly string[]) => ({
  kind: 'calls' as const,
  target,
  inputs: `[${input}]`,
  count: 1,
  expected: answers.map((text) => ({ form: 'json' as const, text: `[${text}]` })),
  comparison: { rule: 'list-or-tuple' as const },
});

/** A program's input or output: one text, or its lines. */
const lines = z
  .union([z.string(), z.array(z.string())], { error: 'is neither text nor a list of lines' })
  .transform((text) => (typeof text === 'string' ? text : text.join('\n')));

/** Inputs and outputs of a script, in two lists of equal length. @throws DatasetError */
export function stdioPairs(raw: RawRecord, field: string, pairs: Record<'inputs' | 'outputs', unknown>): RecordTests {
  const inputs = parseField(z.array(lines), raw, `${field}.inputs`, pairs.inputs);
  const outputs = parseField(z.array(lines), raw, `${field}.outputs`, pairs.outputs);
  if (inputs.length !== outputs.length) {
    throw wrongField(raw, field, `has ${inputs.length} inputs and ${outputs.length} outputs`);
  }
  return inputs.map((stdin, at) => {
    const expectedStdout = outputs[at] ?? '';
    return { body: { kind: 'stdio', stdin, expectedStdout, comparison: 'decimals' } };
  });
}
