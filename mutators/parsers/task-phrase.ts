import { z } from 'zod';
import type { MutationInput } from '../../src/core/mutation.ts';
import { readData } from '../../src/package-root.ts';
import { imperatives } from './imperatives.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';

const words = z.array(z.string());
const lists = readData(
  'lexicons/task-name-words.json',
  z.object({ skip: words, stop: words, joints: words, loose: words }),
);
const verbs = readData('lexicons/imperative-verbs.json', z.object({ do: words, mixed: words }));
/** Verbs of a request, without those that tell how it is done. */
const VERBS: ReadonlySet<string> = new Set(
  [...verbs.do, ...verbs.mixed].filter(
    (verb) => !/^(?:use|ensure|handle|raise|complete|consider|note|assume)$/.test(verb),
  ),
);
const SKIP: ReadonlySet<string> = new Set(lists.skip);
const STOP: ReadonlySet<string> = new Set(lists.stop);
const JOINTS: ReadonlySet<string> = new Set(lists.joints);
/** Words that a phrase cannot end with. */
const DANGLING: ReadonlySet<string> = new Set([...lists.joints, ...lists.loose]);
/** Longest phrase, in words. */
const MOST_WORDS = 8;

/**
 * The words of the prompt's own request, verb first and lower case, and shorter versions cut at ever earlier joints:
 * "Write a function to find the shared elements from two lists" gives `find shared elements from two lists` and `find
 * shared elements`. Empty if no imperative states the task in plain words.
 */
export function taskPhrases({ prompt, entryPoint }: MutationInput): readonly (readonly string[])[] {
  // Requests in later sentences and items are details.
  const request = imperatives(prompt, entryPoint)[0];
  if (request?.sentence.block.kind !== 'paragraph') return [];
  const [first] = proseSentences(prompt, entryPoint);
  if (first && first.start < request.sentence.start && isStep(first)) return [];
  const { sentence, verb, programNoun } = request;
  const text = sentence.textOf({ start: programNoun?.end ?? verb.start, end: sentence.end }).replace(/\s+/g, ' ');
  const asked = programNoun ? /^.{0,60}? to (?=\p{Ll})/u.exec(text) : /^/.exec(text);
  const phrase = asked ? plainPhrase(text.slice(asked[0].length)) : null;
  if (!phrase || !VERBS.has(phrase[0] ?? '') || phrase[1] === 'sure') return [];
  return [phrase, ...shorter(phrase)];
}

/** Whether a sentence opens with a verb in the imperative or as in "Returns": a request that no list knows. */
function isStep(sentence: Sentence): boolean {
  const [first] = sentence.terms();
  if (!first || first.protected) return false;
  return (
    first.tags.has('Infinitive') ||
    first.tags.has('PresentTense') ||
    VERBS.has(first.text.toLowerCase().replace(/s$/, ''))
  );
}

/**
 * Plain words up to the end of the clause; null where something that is none breaks a condition or a term ("a one-sample
 * t-test", "the mean, median and mode"), or nothing is left.
 */
function plainPhrase(text: string): readonly string[] | null {
  const found: string[] = [];
  let complete = true;
  let broken = false;
  for (const [token] of text.matchAll(/[\p{L}\p{N}_]+(?:[-–’'.][\p{L}\p{N}_]+)*|\S/gu)) {
    if (/^[.?!;]$/.test(token)) break;
    const word = token.toLowerCase().replace(/['’]s$/, '');
    if (SKIP.has(word)) continue;
    complete = /^[a-z]{2,}(?:-[a-z]+)*$/.test(word) && !/\p{Ll}\p{Lu}/u.test(token);
    broken = !complete && token !== '(';
    complete &&= found.length === 0 || !STOP.has(word);
    if (!complete) break;
    found.push(...word.split('-'));
  }
  complete &&= found.length <= MOST_WORDS;
  // Half of a condition would be another one.
  if (/^(?:if|whether|that|how|not)$/.test(found[1] ?? ''))
    return complete && trimmed(found)?.length === found.length ? found : null;
  return complete ? trimmed(found) : beforeLastJoint(found.slice(0, MOST_WORDS), broken || found.length > MOST_WORDS);
}

/** The text after the last joint may be cut off; a phrase without one must not be broken. */
function beforeLastJoint(found: readonly string[], broken: boolean): readonly string[] | null {
  const clause = found.findIndex((word) => /^(?:that|which|who)$/.test(word));
  const whole = clause > 1 ? found.slice(0, clause) : found;
  const joint = whole.findLastIndex((word, at) => at > 1 && JOINTS.has(word) && !isCoordination(word));
  // What a participle refers to is cut off: "the axis passed to ...".
  const isCut = (word: string) => DANGLING.has(word) || /ed$/.test(word);
  if (clause > 1) return trimmed(whole, isCut);
  if (joint > 0) return trimmed(whole.slice(0, joint), isCut);
  return broken ? null : trimmed(found);
}

/** What follows may belong to the first part as well: "positional and keyword names". */
const isCoordination = (word: string) => word === 'and' || word === 'or';

function shorter(phrase: readonly string[]): readonly (readonly string[])[] {
  if (/^(?:if|whether|that|how)$/.test(phrase[1] ?? '')) return [];
  const cuts = phrase
    .flatMap((word, at) => (at > 1 && JOINTS.has(word) && !isCoordination(word) ? [at] : []))
    .reverse();
  return cuts.map((at) => trimmed(phrase.slice(0, at))).filter((cut) => cut !== null);
}

function trimmed(phrase: readonly string[], isLoose = (word: string) => DANGLING.has(word)): readonly string[] | null {
  const end = phrase.findLastIndex((word) => !isLoose(word));
  return end > 0 ? phrase.slice(0, end + 1) : null;
}
