import type { Prompt } from './prompt.ts';
import type { RepositoryTarget } from './repository.ts';

/** DL-Bench's pipeline stages, by its exact names. */
export const STAGES = [
  'Pre/Post Processing',
  'Model Construction',
  'Training',
  'Inference',
  'Evaluation & Metrics',
] as const;

/** DL-Bench's machine-learning tasks, by its exact names. */
export const ML_TASKS = [
  'Classification',
  'Regression',
  'Object Detection',
  'Image Segmentation',
  'Time Series Prediction',
  'Recommendation',
  'General',
] as const;

/** DL-Bench's input data types, by its exact names. */
export const DATA_TYPES = ['Image', 'Text', 'Structured Array', 'Others'] as const;

/** A task's labels on DL-Bench's three axes; absent where the task set has none. */
export interface TaskLabels {
  readonly stage?: (typeof STAGES)[number];
  readonly mlTask?: (typeof ML_TASKS)[number];
  readonly dataType?: (typeof DATA_TYPES)[number];
}

/** What the model must know beside the prompt where the prompt does not say it (MBPP); added after mutation. */
export interface InterfaceHint {
  readonly functionName: string;
  /** One call with its result, as the benchmark's own prompt shows it. */
  readonly exampleTest?: string;
  /** What the program must begin as (LiveCodeBench's class with an empty method). */
  readonly starterCode?: string;
}

/** One benchmark problem without its official tests, which the oracle holds apart. */
export interface Task {
  /** The file's own id, as a string, unprefixed. */
  readonly id: string;
  readonly prompt: Prompt;
  /** The function to write; null where the program is a script (stdin/stdout). */
  readonly entryPoint: string | null;
  /** Whether the prompt is the beginning of the program (human-eval), so that a reply may continue it. */
  readonly completesPrompt: boolean;
  readonly labels: TaskLabels;
  /** Names that no renaming may introduce: those of reference, tests and harness. Names only, never their code. */
  readonly reservedNames: readonly string[];
  readonly interfaceHint?: InterfaceHint;
  /** ISO date of publication, where the set gives one. */
  readonly date?: string;
  /** Modules to load once before candidates run. */
  readonly preload?: readonly string[];
  /** Generated tests run in the program's own process: they look at what cannot leave it, such as data frames. */
  readonly sharesProcess?: true;
  /** Python that the benchmark's own harness runs before every program, such as its imports. */
  readonly setup?: string;
  /** The function of a repository that the program replaces; absent where the program stands alone. */
  readonly repository?: RepositoryTarget;
}
