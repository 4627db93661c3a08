/**
 * Agreement beyond what this machine can generate: a generative model of programs and tests, and what every rule picks.
 *
 * npx tsx bench/simulate-agreement.ts [--tasks 200] [--seed 0] [--samples 100,1000] [--variants 1,3,10,30,100] [--scorers a,b]
 *
 * The model of one task: right programs all behave alike. A variant of the prompt carries one shared misreading with
 * some probability: its samples then fall for it with a probability of their own, and programs that fall for it behave
 * alike, whatever variant they come from. Other wrong programs fall into a long tail of small behaviours, each right on
 * its own share of the inputs. A test is an input with an expected output: what its sample's reading of the prompt makes
 * of it, or a wrong value that wrong programs may return as well. Hardness varies by task, for programs and
 * tests alike. All numbers below are assumptions of the model, not measurements. One prompt with 100 samples gives random
 * 24 %, codet 29 % and max-pass 36 %, where CodeT's samples give 23, 39 and 21: real wrong tests are passed by real wrong
 * programs more often than here, so that the model says how figures move with N and variants, not which rule is best.
 */
import { parseArgs } from 'node:util';
import { scorers } from '../agreement/index.ts';
import type { JudgedMatrix } from '../src/analysis/arms/selection-scores.ts';
import type { ExecutionMatrix } from '../src/core/matrix.ts';
import { createRng, type Rng } from '../src/core/random.ts';
import { meanInterval } from '../src/statistics/mean-interval.ts';
import { passAtKOf } from './executed-tasks.ts';

/** Assumptions of the model. */
const MODEL = {
  /** Exponent that skews the share of right programs towards none: u ** hardness. */
  hardness: 2.2,
  /** Chance that a variant invites the misreading, and that one of its samples then falls for it. */
  misleading: 0.5,
  fallsForIt: 0.5,
  /** The same for a sample of a variant that does not invite it. */
  fallsAnyway: 0.05,
  /** Small wrong behaviours that a task has, and how their frequency falls with rank. */
  tail: 60,
  tailExponent: 0.9,
  /** Distinct inputs that tests use. */
  inputs: 12,
  /** Share of inputs on which a wrong behaviour still returns the right value, at most; each has its own share. */
  overlap: 0.9,
  /** Distinct wrong values of an input: few, so that wrong programs and wrong tests meet. */
  wrongValues: 3,
  /** Usable tests of a reply; and how wrong tests are: a test's value is right with the task's skill to this power. */
  testsPerReply: 1,
  testSkill: 0.45,
} as const;

const RIGHT = 0;
const MISREAD = 1;

/** Behaviours as outputs by input: 0 is the right value, the others are the wrong ones. */
function behavioursOf(rng: Rng): number[][] {
  const wrong = () => 1 + rng.below(MODEL.wrongValues);
  return Array.from({ length: 2 + MODEL.tail }, (_, behaviour) => {
    const likeness = behaviour === RIGHT ? 1 : rng.next() * MODEL.overlap;
    return Array.from({ length: MODEL.inputs }, () => (rng.next() < likeness ? 0 : wrong()));
  });
}

function drawTail(rng: Rng): number {
  // Inverse of a power law over ranks, cut to the tail.
  const rank = Math.floor((1 - rng.next()) ** (-1 / MODEL.tailExponent)) - 1;
  return 2 + (rank % MODEL.tail);
}

interface Sizes {
  readonly samples: number;
  readonly variants: number;
}

/** One task of the model, duplicates merged as a run merges them. */
function simulateTask(taskId: string, { samples, variants }: Sizes, rng: Rng): JudgedMatrix {
  const skill = rng.next() ** MODEL.hardness;
  const behaviours = behavioursOf(rng);
  const misleads = Array.from({ length: variants }, () => rng.next() < MODEL.misleading);
  const reads = (variant: number) =>
    rng.next() < (misleads[variant] ? MODEL.fallsForIt : MODEL.fallsAnyway) ? MISREAD : RIGHT;
  const programs = new Map<number, { variantId: string; sample: number }[]>();
  const tests = new Map<string, { variantId: string; sample: number }[]>();
  for (let at = 0; at < samples; at++) {
    const variant = at % variants;
    const origin = { variantId: `v${variant}`, sample: Math.floor(at / variants) };
    const behaviour = reads(variant) === MISREAD ? MISREAD : rng.next() < skill ? RIGHT : drawTail(rng);
    programs.set(behaviour, [...(programs.get(behaviour) ?? []), origin]);
    const belief = reads(variant);
    for (let test = 0; test < MODEL.testsPerReply; test++) {
      const input = rng.below(MODEL.inputs);
      const believed = behaviours[belief]?.[input] ?? 0;
      const expected = rng.next() < skill ** MODEL.testSkill ? believed : 1 + rng.below(MODEL.wrongValues);
      const key = `${input} ${expected}`;
      tests.set(key, [...(tests.get(key) ?? []), origin]);
    }
  }
  const columns = [...tests.keys()].map((key) => key.split(' ').map(Number) as [number, number]);
  const outputs = [...programs.keys()].map((behaviour) =>
    columns.map(([input]) => behaviours[behaviour]?.[input] ?? 0),
  );
  const matrix: ExecutionMatrix = {
    taskId,
    candidates: [...programs].map(([id, origins]) => ({ id: `c${id}`, weight: origins.length, origins })),
    tests: [...tests].map(([id, origins]) => ({ id, weight: origins.length, origins })),
    outputs: outputs.map((row) => row.map(String)),
    verdicts: outputs.map((row) => row.map((output, at) => (output === columns[at]?.[1] ? 'pass' : 'fail'))),
  };
  return { matrix, passed: new Set([`c${RIGHT}`]) };
}

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '200' },
    seed: { type: 'string', default: '0' },
    samples: { type: 'string', default: '10,100,1000,10000' },
    variants: { type: 'string', default: '1,3,10,30,100,1000,10000' },
    scorers: { type: 'string', default: 'fusion,codet,b4,srank,plurality,max-pass' },
  },
});
const seed = Number(values.seed);
const taskCount = Number(values.tasks);
const names = values.scorers.split(',');
const chosen = scorers.filter(({ name }) => names.includes(name));
const percent = (value: number) => (100 * value).toFixed(1);
process.stdout.write(`${taskCount} tasks, seed ${seed}, pass@1 in % with 95 % intervals over tasks\n`);
for (const samples of values.samples.split(',').map(Number)) {
  for (const variants of values.variants.split(',').map(Number)) {
    if (variants > samples) continue;
    // The same tasks whatever the sizes: only what is drawn after skill and behaviours differs.
    const tasks = Array.from({ length: taskCount }, (_, task) =>
      simulateTask(`t${task}`, { samples, variants }, createRng(seed).fork('simulation', task)),
    );
    const random = meanInterval(
      tasks.map(({ matrix, passed }) => {
        const right = matrix.candidates.find(({ id }) => passed.has(id))?.weight ?? 0;
        return right / samples;
      }),
    );
    const cells = chosen.map((scorer) => {
      const { value, low, high } = meanInterval(tasks.map((task) => passAtKOf(task, scorer.rank(task.matrix), 1)));
      return `${scorer.name} ${percent(value)} [${percent(low)}, ${percent(high)}]`;
    });
    process.stdout.write(
      `N = M = ${samples}, ${variants} variants: random ${percent(random.value)}, ${cells.join(', ')}\n`,
    );
  }
}
