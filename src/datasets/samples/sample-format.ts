import type { z } from 'zod';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';
import { parseRecord } from '../reading/parse-record.ts';

/** One program of a sample file, as the file has it. */
export interface SampleLine {
  /** Where its record begins, for messages. */
  readonly place: Pick<RawRecord, 'file' | 'line'>;
  /** How the file names its task: by id, or by the whole prompt. */
  readonly task: { readonly id: string } | { readonly prompt: string };
  /** The bare program, the text after the prompt, or a reply with prose and fences. */
  readonly program: { readonly solution: string } | { readonly completion: string } | { readonly reply: string };
  /** The whole record, where it is this program's alone. */
  readonly record?: RawRecord['value'];
  readonly model?: string | null | undefined;
  /** The wording that was asked with; the original prompt by default. */
  readonly variant?: string | null | undefined;
  readonly mutator?: string | null | undefined;
  /** The text of the wording, where the file has it. */
  readonly prompt?: string | null | undefined;
  /** Numbered in the order of the file by default. */
  readonly sample?: number | null | undefined;
}

/** A kind of file that holds programs of models; one file each in src/datasets/samples/sample-formats. */
export interface SampleFormat {
  readonly name: string;
  /** Whether the path has this format, by its first record; the first matching format reads it. */
  recognises(record: Readonly<Record<string, unknown>>): boolean;
  /** The programs of a file, in its order. @throws DatasetError with file, line and field */
  read(file: string): AsyncIterable<SampleLine>;
}

/** The model's reply: a completion continues the prompt that was asked with, if that begins the program. */
export function wholeText(
  { prompt: { text }, completesPrompt }: Pick<Task, 'prompt' | 'completesPrompt'>,
  program: SampleLine['program'],
  prompt = text,
): string {
  if ('solution' in program) return program.solution;
  if ('reply' in program) return program.reply;
  return completesPrompt ? prompt + program.completion : program.completion;
}

/** Reads a file of JSON records, as lines or whole; each holds some programs. */
export function jsonSamples<Schema extends z.ZodType>(
  recordsOf: (file: string) => AsyncIterable<RawRecord> | Promise<readonly RawRecord[]>,
  schema: Schema,
  samplesOf: (record: z.output<Schema>, raw: RawRecord) => readonly Omit<SampleLine, 'place'>[],
): SampleFormat['read'] {
  return async function* (file) {
    for await (const raw of await recordsOf(file)) {
      const place = { file, line: raw.line };
      for (const sample of samplesOf(parseRecord(schema, raw), raw)) yield { ...sample, place };
    }
  };
}
