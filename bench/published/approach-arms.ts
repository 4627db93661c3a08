import type { PoolRecord } from '../../data/recordings/pool-record.ts';
import type { ExecutionMatrix, Scorer } from '../../src/core/matrix.ts';
import type { Origin } from '../../src/core/program.ts';
import { createRng, type Rng } from '../../src/core/random.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import { meanOf } from '../../src/statistics/bootstrap.ts';
import { type DrawnValue, drawnValue, passedOf, samplesByVariant } from './drawn-values.ts';

const SEED = 0;
const SIZE = 5;
const EIGHT = 8;
const ORIGINAL = 'original';

/** Tokens of samples, each prompt once, as an endpoint that keeps prefixes reads it; Infinity where not counted. */
function tokensOf(records: readonly PoolRecord[]): number {
  const prompts = new Map(records.map(({ variant, tokens }) => [variant, tokens.prompt]));
  const counts = [...prompts.values(), ...records.map(({ tokens }) => tokens.reply)];
  return counts.reduce<number>((sum, count) => sum + (count ?? Number.POSITIVE_INFINITY), 0);
}

/** The samples of one task and model by the prompt that they answer. */
export interface TaskPool {
  readonly matrix: ExecutionMatrix;
  readonly byPrompt: ReadonlyMap<string, readonly Origin[]>;
  readonly passed: ReadonlySet<string>;
  /** Programs of the original prompt that cost as much as one of each prompt. */
  readonly affordable: number;
}

/** The name of the prompt that a sample answers. */
const promptOf = (variantId: string) => variantId.split('::').at(-1) as string;

/** The pools of a run's tasks. */
export function taskPools(record: RunRecord, pool: readonly PoolRecord[]): TaskPool[] {
  return record.matrices.map((matrix) => {
    const own = pool.filter((each) => each.task_id === matrix.taskId && each.model === record.manifest.model.id);
    const original = own.filter(({ variant }) => variant === ORIGINAL);
    const spent = tokensOf([...new Map(own.map((each) => [each.variant, each])).values()]);
    const counts = original.map((_, at) => at + 1).filter((count) => tokensOf(original.slice(0, count)) <= spent);
    return {
      matrix,
      byPrompt: new Map([...samplesByVariant(matrix)].map(([variantId, refs]) => [promptOf(variantId), refs])),
      passed: passedOf(record, matrix.taskId),
      affordable: Math.max(SIZE, counts.at(-1) ?? SIZE),
    };
  });
}

type Draw = (pool: TaskPool, rng: Rng) => readonly Origin[];
const some = (refs: readonly Origin[], count: number, rng: Rng) => rng.shuffle(refs).slice(0, count);
const originals =
  (count: (own: TaskPool) => number): Draw =>
  (own, rng) =>
    some(own.byPrompt.get(ORIGINAL) ?? [], count(own), rng);
const approachesOf = ({ byPrompt }: TaskPool) => [...byPrompt].filter(([name]) => name !== ORIGINAL);

/** Which samples an arm takes in one draw, by its name. */
export const ARMS: Readonly<Record<string, Draw>> = {
  single: originals(() => 1),
  'original, eight': originals(() => EIGHT),
  'approaches, eight': ({ byPrompt }, rng) => {
    const shuffled = [...byPrompt].map(([name, refs]) => ({ name, refs: rng.shuffle(refs) }));
    // As `solve` spreads eight programs over five prompts: one of each, then the original again, then the others.
    const second = rng.shuffle(shuffled.filter(({ name }) => name !== ORIGINAL)).slice(0, EIGHT - shuffled.length - 1);
    const again = [...shuffled.filter(({ name }) => name === ORIGINAL), ...second];
    return [...shuffled.flatMap(({ refs }) => refs[0] ?? []), ...again.flatMap(({ refs }) => refs[1] ?? [])];
  },
  original: originals(() => SIZE),
  'original, equal tokens': originals(({ affordable }) => affordable),
  approaches: ({ byPrompt }, rng) => [...byPrompt.values()].flatMap((own) => some(own, 1, rng)),
  'approaches without the original': (own, rng) => {
    const refs = approachesOf(own).map(([, samples]) => rng.shuffle(samples));
    return rng.shuffle([
      ...refs.flatMap(([first]) => first ?? []),
      ...some(
        refs.flatMap(([, ...rest]) => rest),
        1,
        rng,
      ),
    ]);
  },
  'approaches, labels shuffled': (own, rng) => {
    const each = Math.min(...approachesOf(own).map(([, refs]) => refs.length));
    return some(
      [...own.byPrompt.values()].flatMap((refs) => some(refs, each, rng)),
      SIZE,
      rng,
    );
  },
};

/** Seeded draws of an arm. */
export function drawsOfArm(own: TaskPool, arm: string, draws: number): (readonly Origin[])[] {
  const rng = createRng(SEED).fork(own.matrix.taskId, arm);
  return Array.from({ length: draws }, () => (ARMS[arm] as Draw)(own, rng));
}

/** The mean over seeded draws of an arm. */
export function meanValue(own: TaskPool, arm: string, scorer: Scorer, draws: number): DrawnValue {
  const values = drawsOfArm(own, arm, draws).map((samples) => drawnValue(own.matrix, samples, scorer, own.passed));
  const mean = (field: keyof DrawnValue) => meanOf(values.map((value) => value[field]));
  return { right: mean('right'), covered: mean('covered'), behaviours: mean('behaviours') };
}

/** The share of right programs among those of a prompt; null where there are none. */
export function rightShare({ matrix, passed, byPrompt }: TaskPool, prompt: string): number | null {
  const samples = byPrompt.get(prompt) ?? [];
  const right = matrix.candidates
    .filter(({ id }) => passed.has(id))
    .flatMap(({ origins }) => origins.filter(({ variantId }) => promptOf(variantId) === prompt));
  return samples.length === 0 ? null : right.length / samples.length;
}
