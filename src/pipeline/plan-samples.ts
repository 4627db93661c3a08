import type { ReplyPurpose } from '../core/chat.ts';
import type { Variant } from '../core/mutation.ts';
import { createRng } from '../core/random.ts';
import type { Arm } from '../core/run-record.ts';
import { sampleKey } from '../core/sample-key.ts';
import type { SamplingPlan } from './deps.ts';

export interface SampleRef {
  readonly variantId: string;
  readonly sample: number;
}

export interface ArmPlan {
  readonly arm: Arm;
  readonly samples: readonly SampleRef[];
}

/**
 * At most `count` variants, the original first; the others drawn so that every mutator is served once before one is
 * served twice. Depends on the seed and the task alone.
 */
export function chooseVariants(variants: readonly Variant[], count: number, seed: number): readonly Variant[] {
  const [original, ...mutants] = variants;
  if (!original) return [];
  const rng = createRng(seed).fork('choose-variants', original.taskId);
  const turns = new Map<string, number>();
  const queue = rng.shuffle(mutants).map((variant) => {
    const name = variant.mutation?.mutator ?? '';
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return { variant, turn };
  });
  queue.sort((a, b) => a.turn - b.turn);
  return [original, ...queue.slice(0, Math.max(0, count - 1)).map(({ variant }) => variant)];
}

/**
 * Which samples each arm is made of, N = variants * samples each: the single-prompt arms take N of the original, the
 * ensemble deals N over the variants in turn. The arms share what they have in common (the original's first samples).
 */
export function planArms(variants: readonly Variant[], plan: SamplingPlan): readonly ArmPlan[] {
  const budget = plan.variants * plan.samples;
  const [original] = variants;
  if (!original) return [];
  const indexes = Array.from({ length: budget }, (_, index) => index);
  const fromOriginal = indexes.map((sample) => ({ variantId: original.id, sample }));
  const spread = indexes.map((index) => ({
    variantId: (variants[index % variants.length] ?? original).id,
    sample: Math.floor(index / variants.length),
  }));
  return plan.arms.map((arm) => ({ arm, samples: arm === 'mutation-ensemble' ? spread : fromOriginal }));
}

/** Every sample that some arm needs a reply of, once; `baseline` selects nothing and needs no tests. */
export function neededSamples(
  arms: readonly ArmPlan[],
  purpose: Exclude<ReplyPurpose, 'mutation'>,
): readonly SampleRef[] {
  const asking = arms.filter(({ arm }) => purpose === 'program' || arm !== 'baseline');
  const all = asking.flatMap((arm) => arm.samples);
  return [...new Map(all.map((ref) => [sampleKey(ref), ref])).values()];
}
