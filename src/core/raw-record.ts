/** One line of a JSONL file (or one record of another format), with its place for error messages. */
export interface RawRecord {
  readonly value: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly line: number;
  /** The record's JSON as spelled in the file, which still distinguishes `1.0` from `1`. */
  readonly text?: string | undefined;
}

/** Which of its prompts a file's tasks are read with, where a format has several (BigCodeBench). */
export type PromptChoice = 'complete' | 'instruct';

/** Whether requests show a task's first official test where its benchmark does so by custom (MBPP). */
export type ShownTest = 'first' | 'none';
