import { countsOf } from '../core/counts-of.ts';
import { STAGE_TOPICS } from './stage-topics.ts';

/** A part of the prompt that features are taken from, each with vocabulary and scale of its own. */
export const FEATURE_VIEWS = ['word', 'name', 'head', 'char', 'topic'] as const;
export type FeatureView = (typeof FEATURE_VIEWS)[number];

/** Lower-case words of a text; identifiers fall into their parts (`get_stateName` is get, state, name). */
export function wordsOf(text: string): string[] {
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

function featuresOf(text: string, view: FeatureView): string[] {
  switch (view) {
    case 'word':
      return withPairs(wordsOf(text));
    case 'head':
      return withPairs(wordsOf(text).slice(0, HEAD_WORDS));
    case 'name':
      return namePieces(text);
    case 'topic':
      return topicsOf(text);
    case 'char':
      return wordsOf(text).flatMap((word) => [3, 4, 5].flatMap((length) => grams(`<${word}>`, length)));
  }
}

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

export function countFeatures(text: string, view: FeatureView): ReadonlyMap<string, number> {
  return countsOf(featuresOf(text, view));
}

/** FNV-1a, 32 bits, in base 36: the name of a feature in a fitted classifier, which so contains no text. */
export function featureKey(view: FeatureView, feature: string): string {
  let hash = 0x811c9dc5;
  for (const code of `${view} ${feature}`) hash = Math.imul(hash ^ (code.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
