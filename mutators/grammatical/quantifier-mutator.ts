import type { Edit } from '../../src/core/edit.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { proseSentences, type Sentence } from '../parsers/prose-sentences.ts';
import { type QuantifiedNoun, quantifiedNouns } from '../parsers/quantified-nouns.ts';
import { matchCase, propose, refuse, replaceSpan } from '../proposals.ts';

/** No mutant changes more. */
const MOST_EDITS = 40;

/**
 * "each word" <-> "every word"; "all words are empty" <-> "every word is empty".
 *
 * Only before a singular noun, or with a predicate that is true of one thing at a time: "all words are equal" is not
 * "every word is equal". Refuses floating "each", "each other", "not every" and "every second".
 */
export const quantifierMutator: Mutator = {
  name: 'gram-quantifier',
  family: 'grammatical',
  summary: 'Exchanges "each" and "every", and "all ... are" and "every ... is".',
  example: { before: 'Double each number.', after: 'Double every number.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['quantifiers'],
  source: 'original',
  *propose({ prompt, entryPoint }) {
    const found: Edit[][] = [];
    let met = false;
    for (const sentence of proseSentences(prompt, entryPoint)) {
      if (found.length >= MOST_EDITS) break;
      if (!/\b(?:each|every|all)\b/i.test(sentence.textOf(sentence))) continue;
      met = true;
      for (const quantified of quantifiedNouns(sentence)) {
        if (quantified.problem === null) found.push(editsOf(quantified, sentence));
        else yield refuse(quantified.problem, quantified.quantifier);
      }
    }
    for (const edits of found) yield propose(edits);
    if (found.length > 1) yield propose(found.flat());
    if (!met) yield refuse('no-quantifier');
  },
};

function editsOf({ quantifier, article, noun, otherNoun, verb }: QuantifiedNoun, sentence: Sentence): Edit[] {
  const word = quantifier.text.toLowerCase();
  if (!verb) return [replaceSpan(quantifier, matchCase(quantifier.text, word === 'each' ? 'every' : 'each'))];
  const plural = word === 'all';
  const upTo = article ?? quantifier;
  const old = sentence.textOf({ start: quantifier.start, end: upTo.end });
  const fresh = matchCase(quantifier.text, plural ? 'every' : 'all');
  return [
    replaceSpan({ start: quantifier.start, end: upTo.end }, old.includes('\n') ? old : fresh),
    replaceSpan(noun, otherNoun),
    replaceSpan(verb, plural ? 'is' : 'are'),
  ];
}
