import { inflateSync } from 'node:zlib';
import { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import type { SandboxTest } from '../../core/sandbox.ts';
import { parseField, wrongField } from '../reading/parse-record.ts';
import { callBody, jsonField } from './competition-tests.ts';
import { type RecordTask, textIn } from './record-task.ts';

/** Most bytes of an unpacked field; LiveCodeBench's largest have less than a tenth of it. */
const MAX_UNPACKED_BYTES = 2 ** 28;

/** A packed field that LiveCodeBench did not write; the message continues after the field's name. */
export class NotPackedTests extends Error {}

const isCut = () => new NotPackedTests('holds a pickle that is cut short');

const PROTO = 0x80;
const FRAME = 0x95;
const STOP = 0x2e;
/** Opcode of a text -> bytes of its little-endian length. */
const TEXT_LENGTHS: Readonly<Record<number, number>> = { 140: 1, 88: 4, 141: 8 };
/** Opcodes that only remember the text -> bytes of their argument. */
const MEMO_LENGTHS: Readonly<Record<number, number>> = { 148: 0, 113: 1, 114: 4 };

function littleEndian(bytes: Buffer, at: number, size: number): number {
  if (at + size > bytes.length) throw isCut();
  return size === 8 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUIntLE(at, size);
}

/** The text of a pickle that holds one text alone. Its opcodes are read, never run. @throws NotPackedTests */
export function pickledText(bytes: Buffer): string {
  let text: string | null = null;
  let at = 0;
  while (at < bytes.length) {
    const opcode = bytes[at] as number;
    const textLength = TEXT_LENGTHS[opcode];
    const memoLength = MEMO_LENGTHS[opcode];
    if (opcode === PROTO && at === 0) at += 2;
    else if (opcode === FRAME) {
      if (littleEndian(bytes, at + 1, 8) > bytes.length - at - 9) throw isCut();
      at += 9;
    } else if (textLength !== undefined && text === null) {
      const from = at + 1 + textLength;
      const end = from + littleEndian(bytes, at + 1, textLength);
      if (end > bytes.length) throw isCut();
      text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, end));
      at = end;
    } else if (memoLength !== undefined && text !== null) at += 1 + memoLength;
    else if (opcode === STOP && text !== null && at === bytes.length - 1) return text;
    else {
      const code = opcode.toString(16).padStart(2, '0');
      throw new NotPackedTests(`holds a pickle of more than one text (opcode 0x${code}), which is never loaded`);
    }
  }
  throw isCut();
}

/** The JSON text of tests that LiveCodeBench packed: base64 of zlib of a pickled text. @throws NotPackedTests */
export function unpackTests(packed: string): string {
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(packed)) throw new NotPackedTests('is neither JSON nor base64');
  let content: Buffer;
  try {
    content = inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    const tooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (tooLarge) throw new NotPackedTests(`unpacks to more than ${MAX_UNPACKED_BYTES / 2 ** 20} MiB`);
    throw new NotPackedTests('is base64, but no whole zlib stream');
  }
  return pickledText(content);
}

const testCase = z.object({ input: z.string(), output: z.string(), testtype: z.enum(['stdin', 'functional']) });
type TestCase = z.output<typeof testCase>;

const FIELDS = ['public_test_cases', 'private_test_cases'] as const;

/** Packed tests of fewer characters are looked at when the file is read, larger ones when they are needed. */
const SMALL = 2 ** 20;

/** Modules that LiveCodeBench imports for every program, in its order. */
const STAR_MODULES =
  'string re datetime collections heapq bisect copy math random statistics itertools functools operator io sys json'.split(
    ' ',
  );

/** The code that LiveCodeBench puts before every program. */
export const LIVE_CODE_BENCH_SETUP = [
  ...[...STAR_MODULES, 'builtins', 'typing'].map((name) => `from ${name} import *`),
  ...STAR_MODULES.map((name) => `import ${name}`),
  'sys.setrecursionlimit(50000)',
  // As the grader does; Python before 3.11 knows no such limit.
  'getattr(sys, "set_int_max_str_digits", int)(50000)',
  '',
].join('\n');

/** The modules of the setup, to be loaded once. */
export const LIVE_CODE_BENCH_MODULES: readonly string[] = [...STAR_MODULES, 'typing'];

/** The tests of a field: a list, its JSON, or packed JSON. */
function casesOf(raw: RawRecord, field: string): readonly TestCase[] {
  const value = jsonField(raw, field, (text) => {
    try {
      return JSON.parse(unpackTests(text));
    } catch (error) {
      if (error instanceof SyntaxError) throw wrongField(raw, field, 'is packed, but holds no JSON');
      if (!(error instanceof NotPackedTests)) throw error;
      throw wrongField(raw, field, error.message, 'Download the file again, and only from its authors.');
    }
  });
  return parseField(z.array(testCase), raw, field, value ?? []);
}

function requireJson(text: string, raw: RawRecord, place: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw wrongField(raw, place, `is not JSON: ${JSON.stringify(text.slice(0, 60))}`);
  }
}

function toBody(test: TestCase, method: string | null, raw: RawRecord, place: string): SandboxTest['body'] {
  const { testtype, input, output } = test;
  if (testtype === 'stdin') return { kind: 'stdio', stdin: input, expectedStdout: output, comparison: 'decimals' };
  if (method === null)
    throw wrongField(raw, place, 'calls a function, but neither "metadata" nor "starter_code" names one');
  requireJson(output, raw, `${place}.output`);
  // One argument per line, each JSON.
  const lines = input.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) requireJson(line, raw, `${place}.input`);
  return callBody(`Solution.${method}`, `[${lines.join(',')}]`, [output]);
}

/** The public and private tests of a record; large ones are read when they are needed. @throws DatasetError */
export function liveCodeBenchTests(method: string | null, raw: RawRecord): RecordTask['tests'] {
  const tests = () =>
    FIELDS.flatMap((field) =>
      casesOf(raw, field).map((test, at) => ({ body: toBody(test, method, raw, `${field}[${at}]`) })),
    );
  const size = FIELDS.reduce((sum, field) => sum + textIn(raw.value, field).length, 0);
  return size > SMALL ? tests : tests();
}
