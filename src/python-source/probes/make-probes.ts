import { groupBy } from '../../core/group-by.ts';
import type { Rng } from '../../core/random.ts';
import { equalSizes, hasEqualSizes, invariantsOf } from './invariants.ts';
import { collectPlaces, mutateValue, type Place, partsOf } from './mutate-value.ts';
import { type PythonValue, writeValue } from './python-value.ts';
import type { SeedCall } from './seed-calls.ts';

/** Characters of one probe. */
export const PROBE_CHARACTERS = 600;
/** Mutants that are looked at for each probe that is wanted. */
const TRIES = 30;
/** Largest number of steps from a seed to a probe. */
const STEPS = 3;

/** Calls of one shape: so many arguments, with those names. */
type Shape = ReturnType<typeof shapesOf>[number];

const shapeOf = (call: SeedCall) => call.map(({ name }) => name ?? '').join();

/** A call as Python writes it. */
export function writeCall(entryPoint: string, call: SeedCall): string {
  const written = call.map(({ name, value }) => `${name === null ? '' : `${name}=`}${writeValue(value)}`);
  return `${entryPoint}(${written.join(', ')})`;
}

/** Seeds by shape; rules hold for all seeds of one shape. */
function shapesOf(seeds: readonly SeedCall[]) {
  return [...groupBy(seeds, shapeOf).values()].map((calls) => {
    const seen = new Map<Place, PythonValue[]>();
    for (const call of calls) for (const [at, { value }] of call.entries()) collectPlaces(value, `${at}`, seen);
    const rules = new Map([...seen].map(([place, values]) => [place, invariantsOf(values)]));
    return { seeds: calls, seen, rules, sizes: equalSizes(calls.map((call) => call.map(({ value }) => value))) };
  });
}

function keepsRules(value: PythonValue, place: Place, rules: Shape['rules']): boolean {
  return (
    (rules.get(place)?.every((holds) => holds(value)) ?? true) &&
    partsOf(value, place).every(([part, at]) => keepsRules(part, at, rules))
  );
}

/** Whether a call keeps the common properties of the seeds of its shape. */
function isWithin(call: SeedCall, { rules, sizes }: Shape): boolean {
  const values = call.map(({ value }) => value);
  return values.every((value, at) => keepsRules(value, `${at}`, rules)) && hasEqualSizes(values, sizes);
}

/** A seed, some of its arguments another seed's or changed by a step or more. */
function mutant({ seeds, seen, sizes }: Shape, rng: Rng): SeedCall {
  let call = rng.pick(seeds);
  if (seeds.length > 1 && rng.below(3) === 0) {
    const other = rng.pick(seeds);
    call = call.map((argument, at) => (rng.below(2) === 0 ? argument : (other[at] as typeof argument)));
  }
  const steps = 1 + rng.below(STEPS);
  for (let step = 0; step < steps; step++) {
    const at = rng.below(call.length);
    // Arguments of equal sizes change together, or a lone change of size would never be kept.
    const partners = sizes.filter((pair) => pair.includes(at)).flat();
    call = call.map((argument, index) =>
      index === at || partners.includes(index)
        ? { ...argument, value: mutateValue(argument.value, `${index}`, { rng, seen }) }
        : argument,
    );
  }
  return call;
}

/**
 * Up to `count` distinct new calls near the seeds, with the properties that all seeds share (`invariants.ts`); a longer
 * list begins with the shorter one.
 */
export function makeProbes(seeds: readonly SeedCall[], entryPoint: string, count: number, rng: Rng): readonly string[] {
  const shapes = shapesOf(seeds.filter((call) => call.length > 0));
  if (shapes.length === 0) return [];
  const bySeed = shapes.flatMap((shape) => shape.seeds.map(() => shape));
  const make = () => {
    const shape = rng.pick(bySeed);
    const call = mutant(shape, rng);
    const text = writeCall(entryPoint, call);
    return text.length <= PROBE_CHARACTERS && isWithin(call, shape) ? text : null;
  };
  return distinctTexts(make, count, new Set(seeds.map((call) => writeCall(entryPoint, call))));
}

/** Up to `count` distinct texts that are made and not yet known. */
export function distinctTexts(make: () => string | null, count: number, known: Set<string>): readonly string[] {
  const texts: string[] = [];
  for (let tries = 0; texts.length < count && tries < TRIES * count; tries++) {
    const text = make();
    if (text === null || known.has(text)) continue;
    known.add(text);
    texts.push(text);
  }
  return texts;
}
