import { describe, expect, test } from 'vitest';
import { conditionOutcomes } from '../../../src/analysis/comparison/conditions.ts';
import { ALL_VARIANTS, robustness, variantGroups, variantsIn } from '../../../src/analysis/robustness/robustness.ts';
import { studyOf } from '../../../src/records/study.ts';
import { meanInterval } from '../../../src/statistics/mean-interval.ts';
import { type SmallTask, smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

/** Two tasks, two samples per prompt; the third mutator has a variant of task b alone. */
const [A, B] = [
  { 'lex-swap': [T, F], 'syn-turn': [F, F] },
  { 'lex-swap': [T, T], 'syn-turn': [F, T], 'lex-other': [T, F] },
];
const runOf = () =>
  smallRun({
    a: { original: [T, T], variants: A, labels: { stage: 'Training' } },
    b: { original: [F, T], variants: B, labels: { stage: 'Inference' } },
  });
// Everything is computed anew inside each test: results are kept per study.
const resultOf = () => robustness(studyOf(runOf()))[0];
const cell = (name: string, s: number, k: number, label = 'all tasks') =>
  resultOf()?.cells.find(
    (each) => each.group.name === name && each.s === s && each.k === k && each.label.value === label,
  );

const values = (numbers: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, { value }]));

describe('groups of variants', () => {
  const tasksOf = () => conditionOutcomes(studyOf(runOf()))[0]?.tasks ?? [];

  test('all, then families, then mutators, by name', () => {
    expect(variantGroups(tasksOf()).map(({ kind, name, family }) => `${kind}: ${name} (${family})`)).toEqual([
      ...['all: all variants (null)', 'family: grammatical (grammatical)', 'family: lexical (lexical)'],
      ...['lex-other (lexical)', 'lex-swap (lexical)', 'syn-turn (grammatical)'].map((name) => `mutator: ${name}`),
    ]);
  });

  test('hold their own variants of a task', () => {
    const b = tasksOf()[1];
    if (!b) throw new Error('no task');
    const names = (group: Parameters<typeof variantsIn>[0]) => variantsIn(group, b).map(({ mutator }) => mutator);
    expect(names(ALL_VARIANTS)).toEqual(['lex-swap', 'syn-turn', 'lex-other']);
    expect(names({ kind: 'family', name: 'lexical', family: null })).toEqual(['lex-swap', 'lex-other']);
    expect(names({ kind: 'mutator', name: 'syn-turn', family: null })).toEqual(['syn-turn']);
  });
});

describe('robustness', () => {
  test('a mutator at s = 1 and k = 1, by hand', () => {
    const found = cell('lex-swap', 1, 1);
    // a: 2/2 before, 1/2 under the variant; b: 1/2 before, 2/2 under it.
    expect(found).toMatchObject({
      tasks: 2,
      flips: { pairs: 4, passToFail: 1, failToPass: 1 },
      ...values({ nominal: 0.75, variant: 0.75, robustPass: 0.75, robustRelative: 0.5 }),
    });
    expect(found?.robustDrop?.value).toBeCloseTo(0, 12);
    // Without a change of prompt s = 1 fresh sample is right as often as the original: 1 and 1/2.
    expect(found?.resampled).toBeCloseTo(0.75, 12);
  });

  test('a mutator that only breaks: the drop is what is lost of the nominal', () => {
    const found = cell('syn-turn', 1, 1);
    // a: 1 falls to 0; b: 1/2 stays.
    expect(found).toMatchObject(values({ variant: 0.25, robustPass: 0.25, robustRelative: 0.5 }));
    expect(found?.flips).toEqual({ pairs: 4, passToFail: 2, failToPass: 0 });
    expect(found?.robustDrop?.value).toBeCloseTo(1 - 0.25 / 0.75, 12);
  });

  test('k = 2 takes the best of two samples, and says nothing of resampling', () => {
    // a: both right before; lex-swap right once in two, always; b: right before once, under it twice.
    const all = values({ nominal: 1, variant: 1, robustPass: 1, robustRelative: 1 });
    expect(cell('lex-swap', 1, 2)).toMatchObject({ ...all, resampled: null });
    expect(cell('syn-turn', 1, 2)).toMatchObject(values({ nominal: 1, robustPass: 0.5 }));
  });

  test('the largest s is what half of the tasks have variants for', () => {
    // Tasks have 2 and 3 variants in all: 3 for one of two. Of the family lex: 1 and 2.
    const cells = resultOf()?.cells ?? [];
    const sOf = (name: string) => [...new Set(cells.flatMap(({ group, s }) => (group.name === name ? [s] : [])))];
    expect(sOf('all variants')).toEqual([1, 3]);
    expect(sOf('lexical')).toEqual([1, 2]);
    expect(sOf('lex-other')).toEqual([1]);
    // b at s = 2 of lex: sample 0 is right under both, sample 1 under one of them.
    expect(cell('lexical', 2, 1)).toMatchObject({ tasks: 1, nominal: { value: 0.5 }, robustPass: { value: 0.5 } });
    // Two fresh samples of b's original are never both right.
    expect(cell('lexical', 2, 1)?.resampled).toBe(0);
    // a has no two variants of lex, so that its flips are not among them.
    expect(cell('lexical', 2, 1)?.flips).toEqual({ pairs: 4, passToFail: 1, failToPass: 2 });
  });

  test('labels divide the tasks', () => {
    expect(cell('lex-swap', 1, 1, 'Training')).toMatchObject({ tasks: 1, ...values({ nominal: 1, variant: 0.5 }) });
    expect(cell('lex-swap', 1, 1, 'Inference')).toMatchObject({ tasks: 1, nominal: { value: 0.5 } });
    // No task of the label has the mutator: no figure, and no drop.
    expect(cell('lex-other', 1, 1, 'Training')).toMatchObject({ tasks: 0, robustDrop: null, resampled: null });
  });

  test('what solves nothing cannot drop', () => {
    const nothing = smallRun({ a: { original: [F], variants: { 'lex-swap': [T] } } });
    const [only] = robustness(studyOf(nothing));
    expect(only?.cells[0]).toMatchObject({ robustDrop: null, robustPass: { value: 1 }, robustRelative: { value: 1 } });
  });
});

describe('robustness of small studies, by hand', () => {
  const cellsOf = (tasks: Readonly<Record<string, SmallTask>>) => robustness(studyOf(smallRun(tasks)))[0]?.cells ?? [];
  const named = (count: number, task: SmallTask) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${count}${at}`, task]));

  test('the largest s is what half of the tasks have that have variants at all', () => {
    const three = { original: [T], variants: { 'lex-swap': [T], 'syn-turn': [T] } };
    const ofAll = (tasks: Readonly<Record<string, SmallTask>>) =>
      cellsOf(tasks).flatMap(({ group, s, tasks: count }) => (group.kind === 'all' ? [`${s} of ${count}`] : []));
    expect(ofAll({ ...named(3, three), ...named(4, { original: [T] }) })).toEqual(['1 of 3', '2 of 3']);
    // Two of five with two variants: one is what half of them have.
    const few = { ...named(2, three), ...named(3, { original: [T], variants: { 'lex-swap': [T] } }) };
    expect(ofAll(few)).toEqual(['1 of 5']);
  });

  test('a mutator that reached few tasks is measured on those', () => {
    const reached = { original: [T, F], variants: { 'lex-swap': [F, T] } };
    const others = named(7, { original: [T, T], variants: { 'syn-turn': [T, T] } });
    const cells = cellsOf({ ...named(2, reached), ...others }).filter(({ group }) => group.name === 'lex-swap');
    expect(cells.map(({ s, k, tasks }) => `${s} ${k} ${tasks}`)).toEqual(['1 1 2', '1 2 2']);
  });

  test('a cell that most of its tasks have too few samples for is left out', () => {
    const task = (swap: boolean[]): SmallTask => ({ original: [T, F], variants: { 'lex-swap': swap } });
    const [two, one] = [task([T, T]), task([T])];
    const ks = (tasks: Readonly<Record<string, SmallTask>>) => cellsOf(tasks).map(({ k }) => k);
    expect(ks({ ...named(1, two), ...named(3, one) })).not.toContain(2);
    // Half of them is enough.
    expect(ks({ ...named(3, two), ...named(4, one) })).not.toContain(2);
    expect(ks({ ...named(3, two), extra: one })).toContain(2);
  });

  test('samples that only one of the two prompts has are no pair', () => {
    const [first] = cellsOf({ a: { original: [T, F], variants: { 'lex-swap': [F, T, T, F] } } });
    expect(first?.flips).toEqual({ pairs: 2, passToFail: 1, failToPass: 1 });
  });

  test('flips go up to 1 for one sample, and up to 2 for several', () => {
    const cells = cellsOf(named(3, { original: [T, T, F, F], variants: { 'lex-swap': [F, F, T, T] } }));
    const relative = (k: number) => cells.find((each) => each.k === k)?.robustRelative;
    // Every pair flips: half of them either way.
    expect(relative(1)).toEqual(meanInterval([1, 1, 1]));
    // Two of four broken, two of four repaired: 1 - C(2, 2) / C(4, 2) = 5/6 for each.
    const half = meanInterval([5 / 6, 5 / 6, 5 / 6]);
    expect(relative(2)?.value).toBeCloseTo(5 / 3, 12);
    expect(relative(2)?.low).toBeCloseTo(2 * half.low, 12);
    expect(relative(2)?.high).toBeCloseTo(2 * half.high, 12);
  });
});
