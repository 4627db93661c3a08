import { pickConfidence } from '../../agreement/confidence.ts';
import { findScorer } from '../../agreement/index.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { Origin, TestBody } from '../core/program.ts';
import { executeMatrix } from '../pipeline/5-execute-matrix.ts';
import { rankMatrix } from '../pipeline/6-rank/rank-candidates.ts';
import { mergeByNormalForm } from '../pipeline/merge-origins.ts';
import { normaliseProgram, normaliseTest } from '../python-source/renaming/normalise.ts';
import { isValidPython } from '../python-source/syntax/parse-python.ts';
import { isRunnableTest } from '../python-source/tests/runnable-test.ts';
import type { RankingRecord } from '../records/run-record.ts';
import { type SharedSandbox, sharedSandbox } from './assembly/shared-sandbox.ts';
import { DEFAULTS, type SandboxSettings } from './settings/config.ts';
import { inUse, type UseOptions } from './surroundings.ts';

/** Programs and tests of one task, from wherever they come. */
export interface SelectInput {
  /** Complete programs; duplicates count. */
  readonly programs: readonly string[];
  /** Assertions, or other test bodies; duplicates count. */
  readonly tests: readonly (string | TestBody)[];
  readonly entryPoint: string | null;
}

export interface SelectOptions extends SandboxSettings, UseOptions {
  /** Inputs without an expected value that the programs are run on, too; as many as the rule looks at. */
  readonly probes?: number;
  /** Rule that picks; `evidence` by default. */
  readonly scorer?: string;
  /** Of the draw among ties. */
  readonly seed?: number;
}

export interface Selection {
  /** The picked program, as it was given; null where none is Python, or none passes any test that is. */
  readonly program: string | null;
  readonly ranking: RankingRecord;
  readonly matrix: ExecutionMatrix;
}

const numbered = <T>(values: readonly T[]) =>
  values.map((value, sample) => ({ value, origin: { variantId: 'given', sample } satisfies Origin }));

/**
 * Runs every program on every test in a sandbox and picks one by agreement.
 *
 * @param shared a sandbox that others use too; one of its own by default
 * @throws ConfigError, SandboxError, InterruptedError
 */
export async function select(
  { programs, tests, entryPoint }: SelectInput,
  options: SelectOptions = {},
  shared?: SharedSandbox,
): Promise<Selection> {
  const {
    scorer = DEFAULTS.scorer,
    timeoutMs = DEFAULTS.timeoutMs,
    memoryMib = DEFAULTS.memoryMib,
    seed = 0,
  } = options;
  const chosen = findScorer(scorer);
  const taskId = 'given';
  const bodies = tests
    .map((test): TestBody => (typeof test === 'string' ? { kind: 'assertion', code: test } : test))
    .filter(isRunnableTest);
  // What is not Python can pass nothing, and must not be drawn where nothing else passes either.
  const python = numbered(programs).filter(({ value }) => isValidPython(value));
  const candidates = mergeByNormalForm(python, normaliseProgram).map(({ id, value, origins }) => ({
    id,
    taskId,
    code: value,
    origins,
  }));
  const generated = mergeByNormalForm(numbered(bodies), normaliseTest).map(({ id, value, origins }) => ({
    id,
    taskId,
    origins,
    body: value,
  }));
  return inUse(options, async (around) => {
    const own = shared ?? sharedSandbox(options);
    const sandbox = await own.open(around);
    const { progress, signal } = around;
    try {
      const matrix = await executeMatrix(
        { taskId, entryPoint, candidates, tests: generated },
        {
          sandbox,
          limits: { timeoutMs, memoryMib },
          progress,
          signal,
          rows: null,
          probes: options.probes ?? chosen.probes ?? 0,
        },
      );
      const ranking = rankMatrix(matrix, { arm: 'self-agreement', scorer: chosen, seed, confidence: pickConfidence });
      const picked = ranking.abstained ? undefined : candidates.find(({ id }) => id === ranking.pickedId);
      return { program: picked?.code ?? null, ranking, matrix };
    } finally {
      if (!shared) await own.close();
    }
  });
}
