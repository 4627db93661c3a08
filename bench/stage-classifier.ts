/**
 * Fits the stage classifier and measures it: nested cross-validation on the DL-Bench prompts that have a stage label.
 *
 * `npx tsx bench/stage-classifier.ts [--repeats 10] [--write]`
 *
 * Outer folds (5, stratified by stage; every prompt has its own id, so that no id is in two folds) measure. Views, ridge
 * and class balance are chosen inside each training part by 4 inner folds. `--write` chooses them once more on all
 * prompts, fits, and stores keys and weights, no text, in data/prompting/stage-classifier.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRng, type Rng } from '../src/core/random.ts';
import { STAGES } from '../src/core/task.ts';
import { readStage } from '../src/prompting/ask-stage.ts';
import type { Stage } from '../src/prompting/stage-classifier.ts';
import { FEATURE_VIEWS, type FeatureView } from '../src/prompting/stage-features.ts';
import { f1Scores } from './stage/f1-scores.ts';
import { fitSoftmax, type Gram, type SoftmaxOptions, scoresOf, stratifiedFolds } from './stage/softmax.ts';
import { countPrompts, type ViewVectors, vectorsOf } from './stage/vectors.ts';

const SHARED = new URL('../../shared/dlbench/', import.meta.url);
const TARGET = new URL('../data/prompting/stage-classifier.json', import.meta.url);
const OUTER = 5;
const INNER = 4;

type Scales = Readonly<Record<FeatureView, number>>;
interface Setting extends SoftmaxOptions {
  readonly scale: Scales;
}

const SCALES: readonly Scales[] = [
  { word: 0.7, name: 0.5, head: 0.5, char: 1, topic: 0.5 },
  { word: 0.7, name: 0.5, head: 0.5, char: 1, topic: 1 },
  { word: 0.7, name: 0.7, head: 0, char: 1, topic: 0.7 },
  { word: 1, name: 0.5, head: 0, char: 0, topic: 1 },
];
const SETTINGS: readonly Setting[] = SCALES.flatMap((scale) =>
  [0.003, 0.01].flatMap((ridge) => [0.5, 1].map((balance) => ({ scale, ridge, balance }))),
);
/** Training prompts that must have a feature; runs of letters are many, and those in few prompts say little. */
const FEWEST: Readonly<Record<FeatureView, number>> = { word: 2, name: 2, head: 2, char: 4, topic: 2 };

const records = (name: string): Record<string, string>[] =>
  readFileSync(new URL(name, SHARED), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function mixedGram(views: Readonly<Record<FeatureView, ViewVectors>>, scale: Scales): Gram {
  const size = views.word.gram.length;
  return Array.from({ length: size }, (_, row) => {
    const mixed = new Float64Array(size);
    for (const view of FEATURE_VIEWS) {
      const factor = scale[view] ** 2;
      const own = views[view].gram[row] as Float64Array;
      if (factor > 0)
        for (let at = 0; at < size; at++) mixed[at] = (mixed[at] as number) + factor * (own[at] as number);
    }
    return mixed;
  });
}

const highest = (scores: Float64Array): number => scores.indexOf(Math.max(...scores));

/** Predicted labels of `test` after fitting on `train`. */
function predict(
  gram: Gram,
  labels: readonly number[],
  train: readonly number[],
  test: readonly number[],
  options: SoftmaxOptions,
) {
  const part = (row: number) => Float64Array.from(train, (at) => gram[row]?.[at] ?? 0);
  const fit = fitSoftmax(
    train.map(part),
    train.map((at) => labels[at] as number),
    STAGES.length,
    options,
  );
  return test.map((at) => highest(scoresOf(fit, part(at))));
}

/** The setting with the best weighted F1 over inner folds of `train`. */
function choose(
  grams: ReadonlyMap<Scales, Gram>,
  labels: readonly number[],
  train: readonly number[],
  rng: Rng,
): Setting {
  const folds = stratifiedFolds(
    train.map((at) => labels[at] as number),
    INNER,
    rng,
  );
  const truth = train.map((at) => labels[at] as number);
  const scored = SETTINGS.map((setting) => {
    const predicted = new Array<number>(train.length);
    for (let fold = 0; fold < INNER; fold++) {
      const inner = train.filter((_, at) => folds[at] !== fold);
      const held = train.flatMap((_, at) => (folds[at] === fold ? [at] : []));
      const answers = predict(
        grams.get(setting.scale) as Gram,
        labels,
        inner,
        held.map((at) => train[at] as number),
        setting,
      );
      held.forEach((at, index) => {
        predicted[at] = answers[index] as number;
      });
    }
    return { setting, score: f1Scores(truth, predicted, STAGES.length).weighted };
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).setting;
}

const { values } = parseArgs({ options: { repeats: { type: 'string', default: '10' }, write: { type: 'boolean' } } });
const prompts = new Map(records('prompts.jsonl').map(({ id, prompt }) => [id, prompt ?? '']));
const labelled = records('stages.jsonl').map(({ id, stage }) => ({
  text: prompts.get(id) ?? '',
  stage: readStage(stage ?? '') as Stage,
}));
const labels = labelled.map(({ stage }) => STAGES.indexOf(stage));
const counted = countPrompts(labelled.map(({ text }) => text));
const all = labels.map((_, at) => at);

function gramsFor(train: readonly number[]) {
  const views = Object.fromEntries(
    FEATURE_VIEWS.map((view) => [view, vectorsOf(counted[view], train, FEWEST[view])]),
  ) as Readonly<Record<FeatureView, ViewVectors>>;
  return { views, grams: new Map(SCALES.map((scale) => [scale, mixedGram(views, scale)])) };
}

const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
const deviation = (list: readonly number[]) =>
  Math.sqrt(list.reduce((sum, value) => sum + (value - mean(list)) ** 2, 0) / Math.max(1, list.length - 1));
const figure = (list: readonly number[]) => `${mean(list).toFixed(3)} ± ${deviation(list).toFixed(3)}`;

const repeats = Number(values.repeats);
const weighted: number[] = [];
const macro: number[] = [];
const accuracy: number[] = [];
const foldScores: number[] = [];
const perClass = STAGES.map((): number[] => []);
const predictedCounts = STAGES.map(() => 0);
const majority = f1Scores(
  labels,
  labels.map(() => 0),
  STAGES.length,
);
const chosenScales = new Map<string, number>();
for (let repeat = 0; repeat < repeats; repeat++) {
  const rng = createRng(0).fork('stage-classifier', repeat);
  const folds = stratifiedFolds(labels, OUTER, rng.fork('outer'));
  const predicted = new Array<number>(labels.length);
  for (let fold = 0; fold < OUTER; fold++) {
    const train = all.filter((at) => folds[at] !== fold);
    const test = all.filter((at) => folds[at] === fold);
    const { grams } = gramsFor(train);
    const setting = choose(grams, labels, train, rng.fork('inner', fold));
    const answers = predict(grams.get(setting.scale) as Gram, labels, train, test, setting);
    test.forEach((at, index) => {
      predicted[at] = answers[index] as number;
    });
    foldScores.push(
      f1Scores(
        test.map((at) => labels[at] as number),
        answers,
        STAGES.length,
      ).weighted,
    );
    const name = JSON.stringify(setting);
    chosenScales.set(name, (chosenScales.get(name) ?? 0) + 1);
  }
  const scores = f1Scores(labels, predicted, STAGES.length);
  weighted.push(scores.weighted);
  macro.push(scores.macro);
  accuracy.push(scores.accuracy);
  for (const [at, value] of scores.each.entries()) perClass[at]?.push(value);
  for (const label of predicted) predictedCounts[label] = (predictedCounts[label] ?? 0) + 1;
  console.error(`repeat ${repeat + 1}/${repeats}: weighted F1 ${scores.weighted.toFixed(3)}`);
}
console.log(`${labels.length} prompts, ${OUTER} folds, ${repeats} repeats; mean ± standard deviation`);
console.log(`weighted F1, a repeat: ${figure(weighted)}; a fold: ${figure(foldScores)}`);
console.log(`macro F1 ${figure(macro)}; accuracy ${figure(accuracy)}`);
console.log(`always ${STAGES[0]}: weighted F1 ${majority.weighted.toFixed(3)}, macro ${majority.macro.toFixed(3)}`);
for (const [at, stage] of STAGES.entries()) {
  const actual = labels.filter((label) => label === at).length;
  const share = (predictedCounts[at] ?? 0) / repeats;
  console.log(`${stage}: actual ${actual}, predicted ${share.toFixed(1)} on average, F1 ${figure(perClass[at] ?? [])}`);
}
console.log('chosen settings:', [...chosenScales].sort((a, b) => b[1] - a[1]).slice(0, 5));

if (values.write) {
  const { views, grams } = gramsFor(all);
  const setting = choose(grams, labels, all, createRng(0).fork('stage-classifier', 'final'));
  const { alpha, bias } = fitSoftmax(grams.get(setting.scale) as Gram, labels, STAGES.length, setting);
  const features: Record<string, number[]> = {};
  const rounded = (value: number) => Number(value.toPrecision(3));
  for (const view of FEATURE_VIEWS) {
    if (setting.scale[view] === 0) continue;
    for (const [key, idf] of views[view].idf) {
      const row = STAGES.map((_, label) =>
        views[view].vectors.reduce((sum, vector, at) => sum + (alpha[at]?.[label] ?? 0) * (vector.get(key) ?? 0), 0),
      );
      features[key] = [idf, ...row.map((value) => value * setting.scale[view])].map(rounded);
    }
  }
  writeFileSync(TARGET, `${JSON.stringify({ bias: [...bias].map(rounded), scale: setting.scale, features })}\n`);
  console.log(`wrote ${Object.keys(features).length} features with ${JSON.stringify(setting)}`);
}
