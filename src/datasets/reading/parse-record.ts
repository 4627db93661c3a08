import { z } from 'zod';
import { DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';

/** The type of a JSON value in plain words, such as `a number` or `missing`. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value === '' ? 'empty' : 'text';
  return { number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'an object';
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** `labels.stage`, `test_list[2]`. */
const fieldName = (path: readonly PropertyKey[]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`)).join('');

function problemOf(issue: z.core.$ZodIssue): string {
  const { input: found } = issue;
  if (issue.code === 'invalid_type') {
    return `is ${kindOf(found)}; expected ${EXPECTED[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') {
    const shown = typeof found === 'string' && found !== '' ? JSON.stringify(found) : kindOf(found);
    const allowed = issue.values.map((allowedValue) => JSON.stringify(allowedValue));
    return `is ${shown}; expected ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`;
  }
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat();
    const ownCheck = inner.find(({ code }) => code === 'custom');
    if (ownCheck) return ownCheck.message;
    if (inner.length === 0) return issue.message;
    const expected = inner.map((each) => ('expected' in each ? String(each.expected) : each.message));
    return `is ${kindOf(found)}; expected ${[...new Set(expected)].map((name) => EXPECTED[name] ?? name).join(' or ')}`;
  }
  return issue.message;
}

/** The error about one field of a record; `problem` continues after the field's name. */
export function wrongField(
  { file, line }: Pick<RawRecord, 'file' | 'line'>,
  field: string,
  problem: string,
  hint = 'Correct that field.',
  cause?: unknown,
): DatasetError {
  return new DatasetError('dataset-field', { file, line, field }, problem, { hint, cause });
}

/**
 * The record as `schema` describes it. Messages of the schema's own checks must go on after the field's name
 * ("is empty; expected text").
 *
 * @throws DatasetError `dataset-field` with the first wrong field.
 */
export function parseRecord<Schema extends z.ZodType>(
  schema: Schema,
  record: RawRecord,
  hint?: string,
): z.output<Schema> {
  const parsed = schema.safeParse(record.value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (!issue) throw new DatasetError('dataset-field', record, 'is not a record of this format');
  throw wrongField(record, fieldName(issue.path), problemOf(issue), hint);
}

/** A value that stands for a field of the record, as `schema` describes it. @throws DatasetError `dataset-field` */
export const parseField = <Schema extends z.ZodType>(schema: Schema, raw: RawRecord, field: string, value: unknown) =>
  parseRecord(z.object({ [field]: schema }), { ...raw, value: { [field]: value } })[field] as z.output<Schema>;
