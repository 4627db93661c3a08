import type { ConditionOutcomes, TaskOutcomes } from '../../../src/analysis/comparison/conditions.ts';
import type { Rng } from '../../../src/core/random.ts';
import { DATA_TYPES, STAGES } from '../../../src/core/task.ts';
import { drawDifficulty, drawOutcomes } from './beta-tasks.ts';

/** A made-up study of which the truth is known. */
export interface SimulatedStudy {
  readonly tasks: number;
  readonly mutators: number;
  /** Samples of the original prompt, and of each variant. */
  readonly originalSamples: number;
  readonly variantSamples: number;
  /** pass@1 of the original prompts. */
  readonly mean: number;
  /** Standard deviation of what a rewording does to a task's chance, without any effect on average; 0 for none. */
  readonly jitter: number;
  /** What the first mutator does to every task's chance; 0 for a study without any true effect. */
  readonly effect: number;
}

/** Share of tasks that a mutator can rewrite. */
const APPLICABLE = 0.6;

/**
 * What a rewording makes of a task's chance: up or down by the same amount with equal probability, less where the chance
 * is near its ends, so that nothing changes on average.
 */
function jittered(chance: number, { jitter }: SimulatedStudy, rng: Rng): number {
  const room = Math.min(jitter, chance, 1 - chance);
  return rng.next() < 0.5 ? chance - room : chance + room;
}

function simulateTask(at: number, study: SimulatedStudy, rng: Rng): TaskOutcomes {
  const taskId = `task/${at}`;
  const chance = drawDifficulty(study.mean, 1, rng);
  const variants = Array.from({ length: study.mutators }, (_, mutator) => mutator).filter(
    () => rng.next() < APPLICABLE,
  );
  return {
    taskId,
    labels: { stage: rng.pick(STAGES), dataType: rng.pick(DATA_TYPES) },
    original: { variantId: `${taskId}::original`, outcomes: drawOutcomes(study.originalSamples, chance, rng) },
    variants: variants.map((mutator) => {
      const moved = jittered(chance, study, rng) + (mutator === 0 ? study.effect : 0);
      return {
        variantId: `${taskId}::mutator-${mutator}`,
        mutator: `mutator-${mutator}`,
        family: 'lexical',
        outcomes: drawOutcomes(study.variantSamples, Math.min(1, Math.max(0, moved)), rng),
      };
    }),
  };
}

/** Outcomes as a real run would leave them. */
export function simulateStudy(study: SimulatedStudy, rng: Rng): ConditionOutcomes {
  const tasks = Array.from({ length: study.tasks }, (_, at) => simulateTask(at, study, rng));
  return { model: 'simulated', temperature: 0.8, runs: [], tasks };
}
