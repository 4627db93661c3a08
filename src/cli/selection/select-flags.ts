import { ConfigError } from '../../core/errors.ts';
import type { Arm } from '../../core/run-record.ts';

/** What `mutagree select` is told. */
export interface SelectFlags {
  readonly dataset?: string;
  readonly solutions?: string;
  readonly tests?: string;
  /** Executed before, instead of the three files: a file of `--matrix-out`, or a run directory. */
  readonly matrix?: string;
  /** Of a run directory, only this arm's samples. */
  readonly arm?: Arm;
  readonly matrixOut?: string;
  readonly scorer: string;
  readonly testsPerSample: number;
  readonly official?: true;
  readonly k: readonly number[];
  readonly seed: number;
  readonly asCodet?: true;
  readonly twice?: true;
  readonly provenance?: string;
  readonly placebo?: true;
  readonly minConfidence?: number;
  readonly explain?: string;
  readonly sandbox: string;
  readonly timeoutMs: number;
  readonly memoryMib: number;
  readonly giveUpAfterTimeouts?: number;
  readonly jobs?: number;
  readonly python?: string;
  readonly image?: string;
  readonly limit?: number;
  readonly since?: string;
  readonly until?: string;
  readonly tasks?: readonly string[];
  readonly output?: string;
  readonly json?: true;
}

/** Where the generations come from. */
export interface SampleFiles {
  readonly dataset: string;
  readonly solutions: string;
  readonly tests: string;
}

/** @throws ConfigError naming what is missing */
export function sampleFilesOf({ dataset, solutions, tests }: SelectFlags): SampleFiles {
  if (dataset !== undefined && solutions !== undefined && tests !== undefined) return { dataset, solutions, tests };
  const missing = [dataset ?? '--dataset', solutions ?? '--solutions', tests ?? '--tests'].filter((value) =>
    ['--dataset', '--solutions', '--tests'].includes(value),
  );
  throw new ConfigError('select-input-missing', `${missing.join(', ')} is missing`, {
    mend: 'Give --dataset, --solutions and --tests, or --matrix with a file that --matrix-out wrote.',
  });
}
