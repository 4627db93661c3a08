import { pickConfidence } from '../../agreement/confidence.ts';
import { findScorer } from '../../agreement/index.ts';
import type { TestBody } from '../core/program.ts';
import { executeMatrix } from '../pipeline/5-execute-matrix.ts';
import { rankMatrix } from '../pipeline/6-rank/rank-candidates.ts';
import { mergeSamples } from '../pipeline/merge-origins.ts';
import { isValidPython } from '../python-source/syntax/parse-python.ts';
import { isRunnableTest } from '../python-source/tests/test-purpose.ts';
import { type SharedSandbox, sharedSandbox } from './assembly/open-sandbox.ts';
import { type UseOptions, withContext } from './context.ts';
import { DEFAULTS, type SandboxSettings } from './settings/config.ts';
import type { SettingsOf } from './settings/setting.ts';
import type { selectSettings } from './settings/verb-settings.ts';

export interface SelectInput {
  /** Complete programs; duplicates count. */
  readonly programs: readonly string[];
  /** Assertions, or other test bodies; duplicates count. */
  readonly tests: readonly (string | TestBody)[];
  readonly entryPoint: string | null;
}

export type SelectOptions = SandboxSettings &
  Pick<SettingsOf<typeof selectSettings>, 'probes' | 'scorer' | 'seed'> &
  UseOptions;

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
) {
  const { timeoutMs = DEFAULTS.timeoutMs, memoryMib = DEFAULTS.memoryMib, seed = 0 } = options;
  const scorer = findScorer(options.scorer ?? DEFAULTS.scorer);
  const probes = options.probes ?? scorer.probes ?? 0;
  const taskId = 'given';
  const from = (sample: number) => ({ variantId: taskId, sample });
  const bodies = tests
    .map((test): TestBody => (typeof test === 'string' ? { kind: 'assertion', code: test } : test))
    .filter(isRunnableTest);
  // A program that is not Python passes nothing and must not be drawn if no other passes either.
  const python = programs.map((code, at) => ({ code, origin: from(at) })).filter(({ code }) => isValidPython(code));
  const written = bodies.map((body, at) => ({ body, origin: from(at) }));
  const merged = mergeSamples(taskId, python, written);
  return withContext(options, async (context) => {
    const own = shared ?? sharedSandbox(options);
    try {
      const deps = {
        ...context,
        sandbox: await own.open(context),
        limits: { timeoutMs, memoryMib },
        rows: null,
        probes,
      };
      const matrix = await executeMatrix({ taskId, entryPoint, ...merged }, deps);
      const ranking = rankMatrix(matrix, { arm: 'self-agreement', scorer, seed, confidence: pickConfidence });
      const picked = ranking.abstained ? undefined : merged.candidates.find(({ id }) => id === ranking.pickedId);
      /** `program`: the pick as it was given; null if none is Python, or none passes any test that is. */
      return { program: picked?.code ?? null, ranking, matrix };
    } finally {
      if (!shared) await own.close();
    }
  });
}

export type Selection = Awaited<ReturnType<typeof select>>;
