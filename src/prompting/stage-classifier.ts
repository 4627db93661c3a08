import { z } from 'zod';
import { countsOf } from '../core/counts-of.ts';
import { STAGES } from '../core/task.ts';
import { readData } from '../package-root.ts';

export type Stage = (typeof STAGES)[number];

/** Topics of machine learning texts, by the beginnings of words. */
const STAGE_TOPICS = Object.entries(readData('prompting/stage-topics.json', z.record(z.string(), z.string()))).map(
  ([topic, stems]) => ({ topic, stems: new RegExp(`^(?:${stems})`) }),
);

/** Lower-case words of a text; identifiers fall into their parts (`get_stateName` is get, state, name). */
function wordsOf(text: string): string[] {
  return (
    text
      .replace(/_/g, ' ')
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{2,}/g) ?? []
  );
}

const CALLED =
  /\b(?:called|named|function|method|class|def)\s+[`"'*]*(?!(?:called|named|that|to|which|for|in|is|with|should|takes|the|and|of)\b)([A-Za-z_]\w*)/g;

/** Words of the names in the prompt for the code to be written: at most the first three names. */
function namesOf(text: string): string[] {
  return [...text.matchAll(CALLED)].slice(0, 3).flatMap(([, name]) => wordsOf(name ?? ''));
}

function namePieces(text: string): string[] {
  return namesOf(text).flatMap((word) => [word, ...grams(`<${word}>`, 3), ...grams(`<${word}>`, 4)]);
}

function grams(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}

const HEAD_WORDS = 40;

const withPairs = (words: readonly string[]) => [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)];

/** Which topics the words of a prompt belong to; those of its head count once more by themselves. */
function topicsOf(text: string): string[] {
  const topicsIn = (words: readonly string[]) =>
    words.flatMap((word) => STAGE_TOPICS.filter(({ stems }) => stems.test(word)).map(({ topic }) => topic));
  const words = wordsOf(text);
  return [
    ...topicsIn(words),
    ...topicsIn(words.slice(0, HEAD_WORDS)).map((topic) => `head ${topic}`),
    ...topicsIn(namesOf(text)).map((topic) => `name ${topic}`),
  ];
}

/** Parts of the prompt that features are taken from, each with vocabulary and scale of its own. */
const VIEWS = {
  word: (text: string) => withPairs(wordsOf(text)),
  name: (text: string) => namePieces(text),
  head: (text: string) => withPairs(wordsOf(text).slice(0, HEAD_WORDS)),
  char: (text: string) => wordsOf(text).flatMap((word) => [3, 4, 5].flatMap((length) => grams(`<${word}>`, length))),
  topic: (text: string) => topicsOf(text),
};
export type FeatureView = keyof typeof VIEWS;
export const FEATURE_VIEWS = Object.keys(VIEWS) as readonly FeatureView[];

export function countFeatures(text: string, view: FeatureView): ReadonlyMap<string, number> {
  return countsOf(VIEWS[view](text));
}

/** FNV-1a, 32 bits, in base 36: the name of a feature in a fitted classifier, which so contains no text. */
export function featureKey(view: FeatureView, feature: string): string {
  let hash = 0x811c9dc5;
  for (const code of `${view} ${feature}`) hash = Math.imul(hash ^ (code.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * A fitted multinomial logistic regression. Of each feature, by its key: its inverse document frequency, then its weights
 * in the order of `STAGES`, as is the bias.
 */
export interface StageWeights {
  readonly bias: readonly number[];
  readonly features: Readonly<Record<string, readonly number[]>>;
}

/**
 * The probability of every stage of a task, most probable first, from its prompt alone. In each view a prompt is the unit
 * vector of `(1 + ln count) * idf`.
 */
export function predictStages(
  text: string,
  { bias, features }: StageWeights,
): readonly { readonly stage: Stage; readonly probability: number }[] {
  const scores = [...bias];
  for (const view of FEATURE_VIEWS) {
    const found = [...countFeatures(text, view)].flatMap(([feature, count]) => {
      const [idf, ...weights] = features[featureKey(view, feature)] ?? [];
      return idf === undefined ? [] : [{ value: (1 + Math.log(count)) * idf, weights }];
    });
    const length = Math.hypot(...found.map(({ value }) => value));
    for (const { value, weights } of found) {
      for (const [at, weight] of weights.entries()) scores[at] = (scores[at] ?? 0) + (weight * value) / length;
    }
  }
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return STAGES.map((stage, at) => ({ stage, probability: (powers[at] ?? 0) / total })).sort(
    (a, b) => b.probability - a.probability,
  );
}
