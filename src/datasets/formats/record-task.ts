import { z } from 'zod';
import { MutagreeError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { OfficialTest, Oracle, OracleVault } from '../../core/oracle.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { kindOf, type Task } from '../../core/task.ts';
import { parsePrompt } from '../../python-source/prompts/parse-prompt.ts';
import { collectNames } from '../../python-source/syntax/python-names.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../python-source/syntax/python-words.ts';
import type { DatasetFormat, ReadOptions } from '../dataset-format.ts';
import { parseRecord } from '../reading/parse-record.ts';

/** Text that holds more than white space. */
export const filledText = z.string().refine((text) => text.trim() !== '', { error: 'is empty; expected text' });

/** An id or a name; files contain text or whole numbers, we keep text. */
export const label = z.union([filledText, z.int()]).transform(String);

/** A name that Python accepts for a function. */
export const pythonName = z
  .string()
  .refine((name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name), { error: 'is not a name that Python allows' });

/** A field's text; empty where it is none. */
export const textIn = (value: Readonly<Record<string, unknown>>, field: string): string =>
  typeof value[field] === 'string' ? value[field] : '';

/** Fields that a record may leave open. */
type Open<Whole> = { readonly [K in keyof Whole]?: Whole[K] | null | undefined };

/** The official tests of a record in their order; their ids follow from it. */
export type RecordTests = readonly Pick<OfficialTest, 'body' | 'part'>[];

/** A record's task and its official tests; in prose and without labels, unless its fields say otherwise. */
export interface RecordTask
  extends Pick<Task, 'id' | 'entryPoint'>,
    Open<Omit<Task, 'id' | 'entryPoint' | 'prompt' | 'reservedNames'>>,
    Open<Pick<Oracle, 'reference' | 'answeredBy' | 'relativeLimit'>> {
  readonly promptText: string;
  /** Code of the record: no renaming may introduce a name of it. */
  readonly codes: readonly string[];
  /** Empty where the record has none; made when they are needed, where they are too large to hold all of them. */
  readonly tests: RecordTests | (() => RecordTests);
  /** CPU milliseconds per test. */
  readonly timeoutMs: number;
  /** Runs before the tests alone; `setup` by default. */
  readonly testSetup?: string;
}

/** Names that a benchmark's harness, or the text sent with the prompt, may use. */
const HARNESS_NAMES = ['check', 'candidate', 'solution', 'METADATA', 'unittest', 'pytest', 'self'];

/** Every name that no renaming of a task may introduce: those of `codes`, of Python and of the harness, sorted. */
function reservedNames(codes: readonly string[]): string[] {
  const own = collectNames(codes.join('\n'));
  return [...new Set([...PYTHON_KEYWORDS, ...PYTHON_BUILTINS, ...HARNESS_NAMES, ...own])].sort();
}

/** The fields that say something. */
const filled = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as { readonly [K in keyof Fields]: Exclude<Fields[K], null | undefined> };

function toTask({ promptText, codes, entryPoint, ...fields }: RecordTask): Task {
  const { tests, timeoutMs, testSetup, reference, answeredBy, relativeLimit, ...own } = fields;
  return {
    completesPrompt: false,
    ...filled(own),
    labels: filled(own.labels ?? {}),
    kind: own.kind ?? kindOf({ entryPoint }),
    entryPoint,
    prompt: parsePrompt(promptText, entryPoint),
    reservedNames: reservedNames(codes),
  };
}

function toOracle({ id, tests, timeoutMs, ...fields }: RecordTask): Oracle {
  const { setup, testSetup = setup, reference, answeredBy, relativeLimit } = fields;
  const own = typeof tests === 'function' ? tests() : tests;
  const official = own.map((test, at) => ({ id: hashOf(id, at, test), ...test }));
  const rest = filled({ setup: testSetup, reference, answeredBy, relativeLimit });
  return { taskId: id, tests: official, timeoutMs, ...rest };
}

/** A vault over oracles that are made when they are opened. */
function oracleVault(records: readonly RecordTask[]): OracleVault {
  const tested = records.filter(({ tests }) => typeof tests === 'function' || tests.length > 0);
  const byTask = new Map(tested.map((record) => [record.id, record]));
  return {
    has: (taskId) => byTask.has(taskId),
    open(taskId) {
      const record = byTask.get(taskId);
      if (record) return toOracle(record);
      throw new MutagreeError('oracle-missing', `task "${taskId}" has no official tests`, {
        hint: 'Use a task file with official tests to evaluate.',
      });
    },
  };
}

/** Reads a file record by record. */
export const loadEach =
  (read: (raw: RawRecord, options: ReadOptions) => RecordTask): DatasetFormat['load'] =>
  (records, options = {}) => {
    const described = records.map((raw) => read(raw, options));
    const references = described.flatMap(({ id, reference }) => (reference ? [[id, reference] as const] : []));
    return { tasks: described.map(toTask), oracles: oracleVault(described), references: new Map(references) };
  };

/** Reads a file whose records are as `schema` describes them. */
export const loadRecords = <Schema extends z.ZodType>(
  schema: Schema,
  read: (fields: z.output<Schema>, raw: RawRecord, options: ReadOptions) => RecordTask,
): DatasetFormat['load'] => loadEach((raw, options) => read(parseRecord(schema, raw), raw, options));
