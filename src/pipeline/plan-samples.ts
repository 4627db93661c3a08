import { isRivalVariant, rivalVariant } from '../core/arm.ts';
import type { ReplyPurpose } from '../core/chat.ts';
import type { Mutation, MutatorFamily, Variant } from '../core/mutation.ts';
import { type Origin, sampleKey } from '../core/program.ts';
import { createRng } from '../core/random.ts';
import type { Rival } from '../core/rival.ts';
import type { ArmSamples } from '../records/run-record.ts';
import type { SamplingPlan } from './deps.ts';

export const budgetOf = ({ variants, samples, most = Number.POSITIVE_INFINITY }: SamplingPlan): number =>
  Math.min(variants * samples, most);

/**
 * At most `count` variants, the original first; the others drawn so that every mutator is served once before one is
 * served twice, and so that the families take turns and none has more than half of them where there are others. Depends on the seed and the task alone.
 */
export function chooseVariants(variants: readonly Variant[], count: number, seed: number): readonly Variant[] {
  const [original, ...mutants] = variants;
  if (!original) return [];
  const rng = createRng(seed).fork('choose-variants', original.taskId);
  const inTurns = (items: readonly Variant[], nameOf: (mutation: Mutation) => string) => {
    const turns = new Map<string, number>();
    const queue = items.map((variant) => {
      const name = variant.mutation ? nameOf(variant.mutation) : '';
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      return { variant, turn };
    });
    return queue.sort((a, b) => a.turn - b.turn).map(({ variant }) => variant);
  };
  const byMutator = inTurns(rng.shuffle(mutants), ({ mutator }) => mutator);
  const byFamily = inTurns(byMutator, kindOfRewrite);
  return [original, ...withoutMajority(byFamily.slice(0, Math.max(0, count - 1)))];
}

/** The family of a rewrite; frames are approaches, also those written by a model. */
const kindOfRewrite = ({ family, framed }: Mutation): MutatorFamily => (framed ? 'approach' : family);

/** Without the last ones of a family that has more than half of them, where there are other families. */
function withoutMajority(chosen: readonly Variant[]): readonly Variant[] {
  const familyOf = ({ mutation }: Variant) => (mutation ? kindOfRewrite(mutation) : '');
  const others = (family: string) => chosen.filter((variant) => familyOf(variant) !== family).length;
  const counts = new Map<string, number>();
  return chosen.filter((variant) => {
    const family = familyOf(variant);
    const rest = others(family);
    const count = (counts.get(family) ?? 0) + 1;
    counts.set(family, count);
    return rest === 0 || count <= rest;
  });
}

/** N = variants * samples of each arm: of the original, or dealt over the variants in turn. Arms share samples. */
export function planArms(variants: readonly Variant[], plan: SamplingPlan): readonly ArmSamples[] {
  const budget = budgetOf(plan);
  const [original] = variants;
  if (!original) return [];
  const indexes = Array.from({ length: budget }, (_, index) => index);
  const fromOriginal = indexes.map((sample) => ({ variantId: original.id, sample }));
  const spread = indexes.map((index) => ({
    variantId: (variants[index % variants.length] ?? original).id,
    sample: Math.floor(index / variants.length),
  }));
  return plan.arms.map((arm) => {
    const rival = plan.rivals?.find(({ name }) => name === arm);
    if (rival) return planRival(rival, fromOriginal, original);
    return { arm, samples: arm === 'mutation-ensemble' ? spread : fromOriginal };
  });
}

/** A rival's samples: programs and test replies of the original, and a place for every program that may be repaired. */
function planRival(rival: Rival, pool: readonly Origin[], { id: variantId, taskId }: Variant): ArmSamples {
  const { programs, testReplies, repairs = 0 } = rival.split(pool.length);
  const repaired = Array.from({ length: repairs }, (_, sample) => ({
    variantId: rivalVariant(taskId, rival.name),
    sample,
  }));
  // Test replies beyond the pool are further ones of the original.
  const further = Array.from({ length: Math.max(0, testReplies - pool.length) }, (_, at) => ({
    variantId,
    sample: pool.length + at,
  }));
  const tests = [...pool.slice(0, testReplies), ...further];
  return { arm: rival.name, samples: [...pool.slice(0, programs), ...repaired], tests };
}

/** Every sample that some arm needs a reply of, once; `baseline` selects nothing and needs no tests. */
export function neededSamples(
  arms: readonly ArmSamples[],
  purpose: Exclude<ReplyPurpose, 'mutation'>,
): readonly Origin[] {
  const asking = arms.filter(({ arm }) => purpose === 'program' || arm !== 'baseline');
  const all = asking.flatMap((arm) => (purpose === 'tests' ? (arm.tests ?? arm.samples) : arm.samples));
  const drawn = all.filter(({ variantId }) => !isRivalVariant(variantId));
  return [...new Map(drawn.map((ref) => [sampleKey(ref), ref])).values()];
}
