import { z } from 'zod';
import type { RepositoryTarget } from './repository.ts';
import { record, type Stored } from './stored.ts';
import type { Prompt } from './text.ts';

export const STAGES = [
  'Pre/Post Processing',
  'Model Construction',
  'Training',
  'Inference',
  'Evaluation & Metrics',
] as const;

export const ML_TASKS = [
  'Classification',
  'Regression',
  'Object Detection',
  'Image Segmentation',
  'Time Series Prediction',
  'Recommendation',
  'General',
] as const;

export const DATA_TYPES = ['Image', 'Text', 'Structured Array', 'Others'] as const;

export const labelsSchema = record({
  stage: z.enum(STAGES).optional(),
  mlTask: z.enum(ML_TASKS).optional(),
  dataType: z.enum(DATA_TYPES).optional(),
});
export type TaskLabels = Stored<typeof labelsSchema>;

export interface InterfaceHint {
  readonly functionName: string;
  readonly exampleTest?: string | undefined;
  /** The required beginning of the program (LiveCodeBench's class with an empty method). */
  readonly starterCode?: string | undefined;
}

/** A snippet fills a gap in given code. */
export type TaskKind = 'function' | 'method' | 'class' | 'script' | 'snippet';

/** The gap that a snippet fills, as the prompt shows it. */
export interface CodeGap {
  /** The code of the prompt that runs before the snippet; empty where it shows none. */
  readonly before: string;
  /** White space in front of each line of the snippet: that of a function's body, where the gap is one. */
  readonly indent: string;
}

/** One benchmark problem without its official tests, which only the oracle has. */
export interface Task {
  /** The file's own id, as a string, unprefixed. */
  readonly id: string;
  readonly prompt: Prompt;
  readonly kind?: TaskKind | undefined;
  readonly gap?: CodeGap | undefined;
  /** The function to write; null where the program has none that is called by its name. */
  readonly entryPoint: string | null;
  /** Whether the prompt is the beginning of the program (human-eval), so that a reply may continue it. */
  readonly completesPrompt: boolean;
  readonly labels: TaskLabels;
  /** Names that no renaming may introduce: those of reference, tests and harness. Names only, never their code. */
  readonly reservedNames: readonly string[];
  readonly interfaceHint?: InterfaceHint | undefined;
  readonly date?: string | undefined;
  readonly preload?: readonly string[] | undefined;
  /** Python that the benchmark's own harness runs before every program, such as its imports. */
  readonly setup?: string | undefined;
  /** The function's surrounding code in its module, as requests show it; undefined without the source. */
  readonly context?: string | undefined;
  /** The function of a repository that the program replaces; undefined for standalone programs. */
  readonly repository?: RepositoryTarget | undefined;
}

/** The kind of program: set by the format, otherwise a function if the task names one and a script if not. */
export function kindOf({ kind, entryPoint }: Pick<Task, 'kind' | 'entryPoint'>): TaskKind {
  return kind ?? (entryPoint === null ? 'script' : 'function');
}
