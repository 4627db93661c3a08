import { findScorer } from '../../agreement/index.ts';
import { USUAL_ARMS } from '../../src/core/arm.ts';
import type { ReplyRecord } from '../../src/core/chat.ts';
import { hashOf } from '../../src/core/hash.ts';
import type { ExecutionMatrix, MatrixEntry } from '../../src/core/matrix.ts';
import type { Variant } from '../../src/core/mutation.ts';
import type { Candidate, GeneratedTest, Origin } from '../../src/core/program.ts';
import { createRng, type Rng } from '../../src/core/random.ts';
import type { Verdict } from '../../src/core/sandbox.ts';
import { applyEdits } from '../../src/core/text.ts';
import {
  type ArmSamples,
  type ExtractionProblem,
  type RefusalRecord,
  RUN_SCHEMA_VERSION,
  type RunRecord,
} from '../../src/records/run-record.ts';
import { SYNTHETIC_MUTATORS, SYNTHETIC_TASKS, type SyntheticMutator, type SyntheticTask } from './synthetic-tasks.ts';

export interface SyntheticRunOptions {
  /** Tasks, made from seven sketches in turn; 12 when absent. */
  readonly tasks?: number;
  /** N: programs and test replies per task and arm; 10 when absent. */
  readonly samples?: number;
  readonly seed?: number;
  /** Seed of the replies alone, where another run shares the variants; `seed` when absent. */
  readonly replySeed?: number;
  readonly model?: string;
  /** Prompts and distinct programs of each task, where the few of the sketches are not enough. */
  readonly variants?: number;
  readonly programs?: number;
  /** Text that a hostile model or data set puts into programs, tests, prompts, ids and details. */
  readonly hostile?: string;
}

type Whole = Omit<RunRecord, 'manifest'>;

const FIELDS = [
  ...(['tasks', 'variants', 'refusals', 'replies', 'candidates', 'tests', 'problems'] as const),
  ...(['matrices', 'armSamples', 'rankings', 'official'] as const),
];

/** What parts of a run hold together, in every field that a run has. */
export const gathered = (parts: readonly Partial<Whole>[]): Whole =>
  Object.fromEntries(
    FIELDS.map((field) => [field, parts.flatMap((part): readonly unknown[] => part[field] ?? [])]),
  ) as unknown as Whole;

/** A finished run as the pipeline would leave it, with real-looking prompts, programs, tests and verdicts. */
export function syntheticRun({
  tasks = 12,
  samples = 10,
  seed = 1,
  replySeed = seed,
  model = 'smollm2-135m-instruct',
  variants,
  programs = 0,
  hostile = '',
}: SyntheticRunOptions = {}): RunRecord {
  const mutators = variants === undefined ? SYNTHETIC_MUTATORS : notingMutators(variants - 1);
  const parts = Array.from({ length: tasks }, (_, index) => {
    const sketch = SYNTHETIC_TASKS[index % SYNTHETIC_TASKS.length] as SyntheticTask;
    const more = Array.from({ length: programs - 1 - sketch.wrong.length }, (_, at) => `${sketch.wrong[0]}# ${at}\n`);
    const taskId = `starter/${String(index + 1).padStart(2, '0')}${hostile}`;
    const rng = createRng(replySeed).fork(taskId);
    return runTask(taskId, { ...sketch, wrong: [...sketch.wrong, ...more] }, { samples, hostile, rng, seed, mutators });
  });
  return {
    manifest: {
      schemaVersion: RUN_SCHEMA_VERSION,
      status: 'finished',
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:41:12.000Z',
      config: { dataset: 'starter', variants: 5, samples: samples / 5, temperature: 0.6, prompting: 'zero-shot' },
      seed,
      dataset: { name: `starter${hostile}`, format: 'mutagree', sha256: 'c0ffee'.padEnd(64, '0'), tasks },
      model: { id: `${model}${hostile}`, endpoint: 'http://127.0.0.1:8080/v1' },
      sandbox: { name: 'bubblewrap', detail: 'Python 3.11.2' },
      versions: { mutagree: '0.1.0', node: '20.19.0', python: '3.11.2', platform: 'linux x64' },
      git: { commit: '0123456789abcdef0123456789abcdef01234567', dirty: false },
      samplesPerArm: samples,
      arms: USUAL_ARMS,
      scorer: 'codet',
      k: [1, 3, 5],
      stageMs: { mutate: 120, generate: 1_900_000, execute: 14_000, rank: 30, official: 9_000 },
    },
    ...gathered(parts),
  };
}

interface TaskContext {
  readonly samples: number;
  readonly hostile: string;
  readonly rng: Rng;
  readonly seed: number;
  readonly mutators: readonly SyntheticMutator[];
}

/** So many mutators that each put a note of their own into the docstring. */
const notingMutators = (count: number): SyntheticMutator[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `fmt-note-${at}`,
    family: 'layout',
    preserves: 'paraphrase',
    refusal: '',
    edits: ({ prompt }) => {
      const start = prompt.indexOf('"""') + 3;
      return [{ start, end: start, replacement: `Note ${at}. ` }];
    },
  }));

function mutate(taskId: string, sketch: SyntheticTask, prompt: string, { seed, mutators }: TaskContext) {
  const variants: Variant[] = [{ id: `${taskId}::original`, taskId, prompt, mutation: null }];
  const refusals: RefusalRecord[] = [];
  for (const mutator of mutators) {
    const edits = mutator.edits({ ...sketch, prompt });
    if (edits.length === 0) {
      refusals.push({ taskId, mutator: mutator.name, refused: mutator.refusal });
      continue;
    }
    const { name, family, preserves } = mutator;
    const renames = mutator.renames?.(sketch) ?? {};
    variants.push({
      id: `${taskId}::${name}::s${seed}.0`,
      taskId,
      prompt: applyEdits(prompt, edits),
      mutation: { mutator: name, family, preserves, seed, edits, renames },
    });
  }
  return { variants, refusals };
}

function armsOf(variants: readonly Variant[], samples: number): ArmSamples[] {
  const original = (variants[0] as Variant).id;
  const single = Array.from({ length: samples }, (_, sample) => ({ variantId: original, sample }));
  const spread = single.map((_, index) => ({
    variantId: (variants[index % variants.length] as Variant).id,
    sample: Math.floor(index / variants.length),
  }));
  return USUAL_ARMS.map((arm) => ({ arm, samples: arm === 'mutation-ensemble' ? spread : single }));
}

/** What a program does on a test; the same for every sample. */
function verdictOf(program: number, isRight: boolean, test: number): Verdict {
  if (program === 0) return isRight ? 'pass' : 'fail';
  const kinds: readonly Verdict[] = ['fail', 'pass', 'error', 'fail', 'pass', 'timeout', 'out-of-memory'];
  return kinds[(program * 5 + test * 3 + (isRight ? 0 : 1)) % kinds.length] as Verdict;
}

function runTask(taskId: string, sketch: SyntheticTask, context: TaskContext): Whole {
  const { samples, hostile, rng } = context;
  const prompt = sketch.prompt + hostile;
  const { variants, refusals } = mutate(taskId, sketch, prompt, context);
  const arms = armsOf(variants, samples);
  const needed = [...new Map(arms.flatMap((arm) => arm.samples).map((ref) => [JSON.stringify(ref), ref])).values()];
  const codes = [sketch.right, ...sketch.wrong].map((code) => (hostile ? `${code}# ${hostile}\n` : code));
  const checks = sketch.calls.flatMap(([args, value]) => [
    { isRight: true, code: `assert ${sketch.entryPoint}(${args}) == ${value}${hostile && `  # ${hostile}`}` },
    { isRight: false, code: `assert ${sketch.entryPoint}(${args}) == None` },
  ]);
  const programOrigins = codes.map((): Origin[] => []);
  const testOrigins = checks.map((): Origin[] => []);
  const problems: ExtractionProblem[] = [];
  const replies: ReplyRecord[] = [];
  for (const { variantId, sample } of needed) {
    const draw = rng.fork(variantId, sample);
    const right = draw.next() < sketch.ease;
    const program = right ? 0 : 1 + draw.below(sketch.wrong.length);
    const lost = !right && draw.next() < 0.12;
    if (lost) problems.push({ taskId, variantId, sample, purpose: 'program', problem: 'syntax-error' });
    else programOrigins[program]?.push({ variantId, sample });
    for (let written = 0; written < 2; written++) {
      const check = 2 * draw.below(sketch.calls.length) + (draw.next() < 0.6 ? 0 : 1);
      if (!testOrigins[check]?.some((origin) => origin.variantId === variantId && origin.sample === sample)) {
        testOrigins[check]?.push({ variantId, sample });
      }
    }
    for (const purpose of ['program', 'tests'] as const) {
      const code = lost ? 'Sure!' : (codes[program] as string);
      replies.push(replyOf(taskId, { variantId, sample }, purpose, code, prompt));
    }
  }
  const idOf = (text: string) => hashOf(taskId, text);
  const present = <T>(items: readonly T[], origins: readonly Origin[][]) =>
    items.flatMap((item, index) =>
      origins[index]?.length ? [{ item, index, origins: origins[index] as Origin[] }] : [],
    );
  const programs = present(codes, programOrigins);
  const tests = present(checks, testOrigins);
  const toEntry = (id: string, origins: readonly Origin[]): MatrixEntry => ({ id, weight: origins.length, origins });
  const matrix: ExecutionMatrix = {
    taskId,
    candidates: programs.map(({ item, origins }) => toEntry(idOf(item), origins)),
    tests: tests.map(({ item, origins }) => toEntry(idOf(item.code), origins)),
    verdicts: programs.map(({ index }) =>
      tests.map((test) => (sketch.brokenTests ? 'error' : verdictOf(index, test.item.isRight, test.index))),
    ),
  };
  return {
    tasks: [{ taskId, promptText: prompt, entryPoint: sketch.entryPoint, labels: sketch.labels }],
    variants,
    refusals,
    replies,
    candidates: programs.map(({ item, origins }): Candidate => ({ id: idOf(item), taskId, code: item, origins })),
    tests: tests.map(({ item: { code }, origins }): GeneratedTest => {
      return { id: idOf(code), taskId, origins, body: { kind: 'assertion', code } };
    }),
    problems,
    matrices: [matrix],
    armSamples: arms.map((arm) => ({ ...arm, taskId })),
    rankings: arms.filter(({ arm }) => arm !== 'baseline').map((arm) => rank(matrix, arm, rng)),
    official: programs.map(({ item, index }) => ({
      taskId,
      candidateId: idOf(item),
      passed: index === 0,
      verdict: index === 0 ? ('pass' as const) : index === 3 ? ('timeout' as const) : ('fail' as const),
      detail: index === 0 ? null : `AssertionError: ${hostile || 'expected another value'}`,
    })),
  };
}

const replyOf = (
  taskId: string,
  { variantId, sample }: Origin,
  purpose: 'program' | 'tests',
  code: string,
  prompt: string,
): ReplyRecord => ({
  key: hashOf(taskId, variantId, sample, purpose),
  model: 'smollm2-135m-instruct',
  taskId,
  variantId,
  purpose,
  replayed: true,
  request: {
    messages: [{ role: 'user', content: prompt }],
    temperature: 0.6,
    topP: 0.95,
    maxTokens: 200,
    sample,
  },
  reply: {
    status: 'completed',
    text: purpose === 'program' ? `\`\`\`python\n${code}\`\`\`` : `assert ${code.slice(4, 20)}`,
    usage: { inputTokens: Math.ceil(prompt.length / 4), outputTokens: Math.ceil(code.length / 4) },
  },
});

function rank(matrix: ExecutionMatrix, { arm, samples }: ArmSamples, rng: Rng): RunRecord['rankings'][number] {
  const mine = new Set(samples.map((ref) => JSON.stringify([ref.variantId, ref.sample])));
  const restrict = (entries: readonly MatrixEntry[]) =>
    entries.map((entry) => {
      const origins = entry.origins.filter(({ variantId, sample }) => mine.has(JSON.stringify([variantId, sample])));
      return { ...entry, origins, weight: origins.length };
    });
  const restricted = { ...matrix, candidates: restrict(matrix.candidates), tests: restrict(matrix.tests) };
  const { sets } = findScorer('codet').rank(restricted);
  const idsOf = (entries: readonly MatrixEntry[], indexes: readonly number[]) =>
    indexes.flatMap((index) => ((entries[index]?.weight ?? 0) > 0 ? [(entries[index] as MatrixEntry).id] : []));
  const tiedIds = sets
    .filter(({ score }) => score === sets[0]?.score)
    .flatMap(({ candidates }) => idsOf(restricted.candidates, candidates))
    .sort();
  const pool = tiedIds.length > 0 ? tiedIds : idsOf(restricted.candidates, [...restricted.candidates.keys()]);
  return {
    taskId: matrix.taskId,
    arm,
    scorer: 'codet',
    sets: sets.map(({ candidates, tests, score }) => ({
      candidateIds: idsOf(restricted.candidates, candidates),
      testIds: idsOf(restricted.tests, tests),
      score,
    })),
    tiedIds,
    pickedId: pool.length > 0 ? rng.fork('pick', arm).pick(pool) : null,
    abstained: sets.length === 0,
  };
}
