import type { Sentence } from './prose-sentences.ts';
import type { Term } from './term.ts';
import { NUMBER_WORDS, OPERATOR_WORDS } from './word-lists.ts';

/** "each word", or "all (the) words are" with what else must change in number. */
export interface QuantifiedNoun {
  readonly quantifier: Term;
  /** "the" of "all the words". */
  readonly article: Term | null;
  readonly noun: Term;
  /** The noun in the other number; the same word where the number stays. */
  readonly otherNoun: string;
  /** "is" or "are" where the number changes, else null. */
  readonly verb: Term | null;
  /** Why it stays, or null. */
  readonly problem: string | null;
}

/** True of one thing at a time, whatever the others are. */
const OF_ONE =
  /^(?:positive|negative|even|odd|zero|nonzero|non-zero|non-negative|nonnegative|finite|valid|invalid|numeric|lowercase|uppercase|prime|empty|non-empty|present|divisible|below|above|within|between|less|greater|smaller|larger|true|false|ignored|skipped|included|excluded|removed|kept)$/;
const NO_NOUN =
  /^(?:of|other|one|has|have|is|are|was|were|with|to|in|as|by|on|at|from|for|can|must|should|will|may|contains?|represents?|containing|representing|having|followed|separated|single|few|day|side|half|hand|end|the|its|their|which|that|who|individual|possible)$/;

/** The quantified nouns of a sentence that could take another quantifier, and those that look so but cannot. */
export function* quantifiedNouns(sentence: Sentence): Iterable<QuantifiedNoun> {
  const terms = sentence.terms();
  const words = terms.map(({ text }) => text.toLowerCase());
  const two = words.some((word) => /^(?:two|both|either|2|pair|pairs)$/.test(word));
  for (const [at, quantifier] of terms.entries()) {
    if (quantifier.protected) continue;
    if (words[at] === 'all' || (words[at] === 'every' && /^(?:is)$/.test(words[at + 2] ?? ''))) {
      const read = inNumber(sentence, terms, at);
      if (read) {
        yield read;
        continue;
      }
    }
    if (words[at] !== 'each' && words[at] !== 'every') continue;
    const noun = terms[at + 1];
    if (!noun) continue;
    yield {
      quantifier,
      article: null,
      noun,
      otherNoun: noun.text,
      verb: null,
      problem: two ? 'one-of-two' : singularProblem(sentence, terms, at),
    };
  }
}

function singularProblem(sentence: Sentence, terms: readonly Term[], at: number): string | null {
  const [quantifier, next] = [terms[at] as Term, terms[at + 1] as Term];
  const before = terms[at - 1]?.text.toLowerCase() ?? '';
  const word = next.text.toLowerCase();
  if (sentence.textOf({ start: quantifier.end, end: next.start }).trim() !== '') return 'no-noun-behind';
  if (
    /^(?:not|almost|nearly|and|or|virtually|they|we|them|exactly|only|is|are|be|was|were)$/.test(before) ||
    /n't$/.test(before)
  )
    return 'part-of-a-phrase';
  if (next.protected || NO_NOUN.test(word) || !/^\p{Ll}/u.test(word)) return 'no-noun-behind';
  if (OPERATOR_WORDS.has(word) || NUMBER_WORDS.has(word)) return 'every-second';
  if (next.tags.has('Plural') || next.tags.has('Preposition') || next.tags.has('Conjunction')) return 'no-noun-behind';
  return next.tags.has('Noun') || next.tags.has('Adjective') ? null : 'no-noun-behind';
}

/** "all (the) words are empty" or "every word is empty", else null. */
function inNumber(sentence: Sentence, terms: readonly Term[], at: number): QuantifiedNoun | null {
  const quantifier = terms[at] as Term;
  const plural = quantifier.text.toLowerCase() === 'all';
  const article = plural && terms[at + 1]?.text === 'the' ? (terms[at + 1] as Term) : null;
  const [noun, verb, predicate] = terms.slice(at + (article ? 2 : 1), at + (article ? 5 : 4));
  if (!noun || !verb || !predicate || noun.protected || verb.text !== (plural ? 'are' : 'is')) return null;
  if (sentence.textOf({ start: quantifier.start, end: verb.end }).replace(/[\p{L}\s]/gu, '') !== '') return null;
  const otherNoun = plural ? singularOf(noun.text) : pluralOf(noun.text);
  const rest = sentence.textOf({ start: predicate.start, end: sentence.end });
  const before = terms[at - 1]?.text.toLowerCase() ?? '';
  const alone = predicate.protected || OF_ONE.test(predicate.text.toLowerCase());
  if (otherNoun === null || !alone || predicate.protected) return null;
  const problem =
    /^(?:not|almost|nearly|and|or|after|at)$/.test(before) ||
    /\b(?:they|their|them|it|its|each other|together)\b/.test(rest)
      ? 'part-of-a-phrase'
      : null;
  return { quantifier, article, noun, otherNoun, verb, problem };
}

/** Of plain words alone; irregular ones stay. */
function singularOf(word: string): string | null {
  if (!/^[a-z]{3,}s$/.test(word) || /(?:ss|us|is|ices|sses|xes|ches|shes|zes|ies|ves|oes|ses)$/.test(word)) return null;
  return word.slice(0, -1);
}

function pluralOf(word: string): string | null {
  return /^[a-z]{3,}$/.test(word) && !/(?:s|x|z|ch|sh|y|f|fe|o|man|child|index|vertex|matrix|datum)$/.test(word)
    ? `${word}s`
    : null;
}
