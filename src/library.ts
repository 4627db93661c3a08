import { pickConfidence } from '../agreement/confidence.ts';
import { findScorer } from '../agreement/index.ts';
import { guards } from '../mutators/guards/index.ts';
import { selectMutators } from '../mutators/index.ts';
import { takeModelMutators } from '../mutators/llm/index.ts';
import { openSandbox } from './cli/open-sandbox.ts';
import { ConfigError } from './core/errors.ts';
import type { ExecutionMatrix } from './core/matrix.ts';
import type { Variant } from './core/mutation.ts';
import type { Origin, TestBody } from './core/program.ts';
import { silentProgress } from './core/progress.ts';
import type { RankingRecord, RefusalRecord } from './core/run-record.ts';
import type { Task } from './core/task.ts';
import { mutatePrompts } from './pipeline/2-mutate-prompts.ts';
import { executeMatrix } from './pipeline/5-execute-matrix.ts';
import { rankMatrix } from './pipeline/6-rank-candidates.ts';
import { mergeByNormalForm } from './pipeline/merge-origins.ts';
import { normaliseProgram, normaliseTest } from './python-source/normalise.ts';
import { parsePrompt } from './python-source/parse-prompt.ts';
import { PYTHON_BUILTINS, PYTHON_KEYWORDS } from './python-source/python-names.ts';

export interface MutateOptions {
  /** Names, `all` or `family:NAME`, separated by commas; `all` leaves the adversarial ones out. */
  readonly mutators?: string;
  readonly seed?: number;
  /** Variants a mutator, at most. */
  readonly perMutator?: number;
}

/** A prompt of one's own as a task: `entryPoint` is the function that it asks for, null for a script. */
export function toTask(prompt: string, entryPoint: string | null = null): Task {
  return {
    id: 'prompt',
    prompt: parsePrompt(prompt, entryPoint),
    entryPoint,
    completesPrompt: entryPoint !== null && prompt.includes(`def ${entryPoint}`),
    labels: {},
    reservedNames: [...PYTHON_KEYWORDS, ...PYTHON_BUILTINS],
  };
}

/**
 * Rewrites a prompt into variants that mean the same, the original first; needs no model.
 *
 * @throws ConfigError for an unknown mutator, and for one that needs a model.
 */
export function mutate(
  task: Task | string,
  { mutators = 'all', seed = 0, perMutator = 1 }: MutateOptions = {},
): { readonly variants: readonly Variant[]; readonly refusals: readonly RefusalRecord[] } {
  const subject = typeof task === 'string' ? toTask(task) : task;
  const [writing] = takeModelMutators(mutators).chosen;
  if (writing) {
    throw new ConfigError('model-missing', `${writing.name} needs a model, which mutate() does not have`, {
      mend: 'Use "mutagree mutate --model ID", or leave it out.',
    });
  }
  return mutatePrompts(subject, { mutators: selectMutators(mutators), guards, seed, perMutator });
}

export interface SelectInput {
  /** Complete programs; duplicates count. */
  readonly programs: readonly string[];
  /** Assertions, or other test bodies; duplicates count. */
  readonly tests: readonly (string | TestBody)[];
  readonly entryPoint: string | null;
}

export interface SelectOptions {
  readonly scorer?: string;
  /** auto, bubblewrap, docker, wasm or process. */
  readonly sandbox?: string;
  /** CPU milliseconds a test. */
  readonly timeoutMs?: number;
  readonly memoryMib?: number;
  readonly jobs?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

export interface Selection {
  /** The picked program, as it was given; null where there was none to pick from. */
  readonly program: string | null;
  readonly ranking: RankingRecord;
  readonly matrix: ExecutionMatrix;
}

const numbered = <T>(values: readonly T[]) =>
  values.map((value, sample) => ({ value, origin: { variantId: 'given', sample } satisfies Origin }));

/**
 * Runs every program on every test in a sandbox and picks one by agreement.
 *
 * @throws SandboxError, ConfigError
 */
export async function select(
  { programs, tests, entryPoint }: SelectInput,
  options: SelectOptions = {},
): Promise<Selection> {
  const { scorer = 'fusion', sandbox: name = 'auto', timeoutMs = 1000, memoryMib = 512, jobs, seed = 0 } = options;
  const signal = options.signal ?? new AbortController().signal;
  const chosen = findScorer(scorer);
  const taskId = 'given';
  const bodies = tests.map((test): TestBody => (typeof test === 'string' ? { kind: 'assertion', code: test } : test));
  const candidates = mergeByNormalForm(numbered(programs), normaliseProgram).map(({ id, value, origins }) => ({
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
  const quiet = { stderr: () => {}, signal };
  const { sandbox } = await openSandbox({ sandbox: name, ...(jobs ? { jobs } : {}) }, quiet);
  try {
    const matrix = await executeMatrix(
      { taskId, entryPoint, candidates, tests: generated },
      { sandbox, limits: { timeoutMs, memoryMib }, progress: silentProgress, signal, rows: null },
    );
    const ranking = rankMatrix(matrix, {
      arm: 'self-agreement',
      scorer: chosen,
      seed,
      confidence: pickConfidence,
    });
    return { program: candidates.find(({ id }) => id === ranking.pickedId)?.code ?? null, ranking, matrix };
  } finally {
    await sandbox.close();
  }
}
