/**
 * Fits the stage classifier and measures it by cross-validation on the DL-Bench prompts that have a stage label.
 *
 * `npx tsx bench/stage-classifier.ts [--repeats 10] [--repositories] [--write]`
 *
 * Five folds, stratified by stage; every prompt has its own id, so that no id is in two folds. With `--repositories` each
 * repository is left out in turn instead, once: prompts of one repository share words, and others come from others. The classifier is a
 * committee of sixteen settings (four scales of the views, two ridges, two class balances) whose scores are averaged, so
 * that nothing is chosen by the labels; being linear, it is stored as one table. `--write` fits it on all prompts and
 * stores keys and weights, no text, in data/prompting/stage-classifier.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRng } from '../src/core/random.ts';
import { STAGES } from '../src/core/task.ts';
import { FEATURE_VIEWS, type FeatureView, type Stage } from '../src/prompting/stage-classifier.ts';
import { repositoryOf } from './fitting/repositories.ts';
import { f1Scores } from './stage/f1-scores.ts';
import { fitSoftmax, type Gram, type SoftmaxOptions, scoresOf, stratifiedFolds } from './stage/softmax.ts';
import { countPrompts, type ViewVectors, vectorsOf } from './stage/vectors.ts';

const SHARED = new URL('../../shared/dlbench/', import.meta.url);
const TARGET = new URL('../data/prompting/stage-classifier.json', import.meta.url);
const OUTER = 5;

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

const committee = (grams: ReadonlyMap<Scales, Gram>, labels: readonly number[], train: readonly number[]) =>
  SETTINGS.map((setting) => {
    const gram = grams.get(setting.scale) as Gram;
    const part = (row: number) => Float64Array.from(train, (at) => gram[row]?.[at] ?? 0);
    const own = train.map((at) => labels[at] as number);
    return { setting, part, fit: fitSoftmax(train.map(part), own, STAGES.length, setting) };
  });

/** Predicted labels of `test` by the committee that was fitted on `train`. */
function predict(
  grams: ReadonlyMap<Scales, Gram>,
  labels: readonly number[],
  train: readonly number[],
  test: readonly number[],
): number[] {
  const members = committee(grams, labels, train);
  return test.map((at) => {
    const total = new Float64Array(STAGES.length);
    for (const { part, fit } of members) {
      for (const [label, score] of scoresOf(fit, part(at)).entries()) total[label] = (total[label] as number) + score;
    }
    return highest(total);
  });
}

const { values } = parseArgs({
  options: {
    repeats: { type: 'string', default: '10' },
    repositories: { type: 'boolean', default: false },
    write: { type: 'boolean' },
  },
});
const prompts = new Map(records('prompts.jsonl').map(({ id, prompt }) => [id, prompt ?? '']));
/** Labels as people spell them. */
const squeezed = (text: string) => text.toLowerCase().replace(/\band\b|[^a-z]/g, '');
const readStage = (label: string) => STAGES.find((stage) => squeezed(label).includes(squeezed(stage)));

const labelled = records('stages.jsonl').map(({ id, stage }) => ({
  repository: repositoryOf(id ?? ''),
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

const repositories = [...new Set(labelled.map(({ repository }) => repository))].sort();
const repeats = values.repositories ? 1 : Number(values.repeats);
const outer = values.repositories ? repositories.length : OUTER;
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
for (let repeat = 0; repeat < repeats; repeat++) {
  const rng = createRng(0).fork('stage-classifier', repeat);
  const folds = values.repositories
    ? labelled.map(({ repository }) => repositories.indexOf(repository))
    : stratifiedFolds(labels, OUTER, rng.fork('outer'));
  const predicted = new Array<number>(labels.length);
  for (let fold = 0; fold < outer; fold++) {
    const train = all.filter((at) => folds[at] !== fold);
    const test = all.filter((at) => folds[at] === fold);
    const { grams } = gramsFor(train);
    const answers = predict(grams, labels, train, test);
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
  }
  const scores = f1Scores(labels, predicted, STAGES.length);
  weighted.push(scores.weighted);
  macro.push(scores.macro);
  accuracy.push(scores.accuracy);
  for (const [at, value] of scores.each.entries()) perClass[at]?.push(value);
  for (const label of predicted) predictedCounts[label] = (predictedCounts[label] ?? 0) + 1;
  console.error(`repeat ${repeat + 1}/${repeats}: weighted F1 ${scores.weighted.toFixed(3)}`);
}
console.log(`${labels.length} prompts, ${outer} folds, ${repeats} repeats; mean ± standard deviation`);
console.log(`weighted F1, a repeat: ${figure(weighted)}; a fold: ${figure(foldScores)}`);
console.log(`macro F1 ${figure(macro)}; accuracy ${figure(accuracy)}`);
console.log(`always ${STAGES[0]}: weighted F1 ${majority.weighted.toFixed(3)}, macro ${majority.macro.toFixed(3)}`);
for (const [at, stage] of STAGES.entries()) {
  const actual = labels.filter((label) => label === at).length;
  const share = (predictedCounts[at] ?? 0) / repeats;
  console.log(`${stage}: actual ${actual}, predicted ${share.toFixed(1)} on average, F1 ${figure(perClass[at] ?? [])}`);
}

if (values.write) {
  const { views, grams } = gramsFor(all);
  const members = committee(grams, labels, all);
  const shared = (value: number) => Number((value / members.length).toPrecision(3));
  const bias = STAGES.map((_, label) => members.reduce((sum, { fit }) => sum + (fit.bias[label] ?? 0), 0));
  const features: Record<string, number[]> = {};
  for (const view of FEATURE_VIEWS) {
    // A member's weights are those of its scaled vectors; the committee's vectors are not scaled.
    const alpha = all.map((at) =>
      STAGES.map((_, label) =>
        members.reduce((sum, { fit, setting }) => sum + (fit.alpha[at]?.[label] ?? 0) * setting.scale[view] ** 2, 0),
      ),
    );
    for (const [key, idf] of views[view].idf) {
      const row = STAGES.map((_, label) =>
        views[view].vectors.reduce((sum, vector, at) => sum + (alpha[at]?.[label] ?? 0) * (vector.get(key) ?? 0), 0),
      );
      features[key] = [Number(idf.toPrecision(3)), ...row.map(shared)];
    }
  }
  writeFileSync(TARGET, `${JSON.stringify({ bias: bias.map(shared), features })}\n`);
  console.log(`wrote ${Object.keys(features).length} features`);
}
