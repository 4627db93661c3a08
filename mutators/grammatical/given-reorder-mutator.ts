import type { MutationInput, Mutator, Proposal } from '../../src/core/mutation.ts';
import { pointerIn, shareWords } from '../parsers/clause-links.ts';
import { type GivenPhrase, givenPhrases } from '../parsers/given-phrases.ts';
import { flatText, relayLines } from '../parsers/relaid-lines.ts';
import { asInside, asOpening } from '../parsers/sentence-case.ts';
import { unbreakable } from '../parsers/wrapped-lines.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * "Given X, return Y." <-> "Return Y, given X."; "Given X, return Y." <-> "You are given X. Return Y."
 *
 * The first exchange needs halves without a common word and without a pronoun; the second keeps their order.
 */
export const givenReorderMutator: Mutator = {
  name: 'gram-given-reorder',
  family: 'grammatical',
  summary: 'Says what is given in front of the request, behind it, or in a sentence of its own.',
  example: {
    before: 'Given a list of words, return the number 1.',
    after: 'Return the number 1, given a list of words.',
  },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['reorders-protected'],
  source: 'original',
  *propose(input) {
    let met = false;
    for (const phrase of givenPhrases(input.prompt, input.entryPoint)) {
      met = true;
      const { sentence } = phrase;
      if (phrase.problem !== null) {
        yield refuse(phrase.problem, sentence);
        continue;
      }
      if (phrase.form === 'own-sentence') yield joined(phrase, input);
      if (phrase.form === 'fronted') yield parted(phrase, input);
      if (phrase.form !== 'own-sentence') {
        const moved = movedHalf(phrase, input);
        yield typeof moved === 'string' ? refuse(moved, sentence) : moved;
      }
    }
    if (!met) yield refuse('no-given-phrase');
  },
};

/** "You are given X. Return Y." -> "Given X, return Y." */
function joined({ sentence, given, request }: GivenPhrase, { prompt }: MutationInput): Proposal {
  const [verb] = request;
  if (!verb) return propose([]);
  const word = prompt.text.slice(verb.start, verb.end);
  return propose([
    replaceSpan({ start: sentence.start, end: given.end }, 'Given'),
    replaceSpan({ start: sentence.end - 1, end: sentence.end }, ','),
    replaceSpan(verb, word.charAt(0).toLowerCase() + word.slice(1)),
  ]);
}

/** "Given X, return Y." -> "You are given X. Return Y." */
function parted({ given, things, request }: GivenPhrase, { prompt }: MutationInput): Proposal {
  const [last, verb] = [things.at(-1), request[0]];
  if (!last || !verb) return propose([]);
  const comma = prompt.text.indexOf(',', last.end);
  const word = prompt.text.slice(verb.start, verb.end);
  return propose([
    replaceSpan(given, 'You are given'),
    replaceSpan({ start: comma, end: comma + 1 }, '.'),
    replaceSpan(verb, word.charAt(0).toUpperCase() + word.slice(1)),
  ]);
}

/** The two halves in the other order, or why they keep theirs. */
function movedHalf({ sentence, form, things, request }: GivenPhrase, { prompt, entryPoint }: MutationInput) {
  if (sentence.terminator === ':') return 'announces-list';
  if (pointerIn(request) || pointerIn(things)) return 'pronoun';
  if (shareWords(things, request)) return 'speaks-of-what-came-before';
  const atomic = unbreakable(prompt, entryPoint).filter(
    ({ start, end }) => start < sentence.end && end > sentence.start,
  );
  const body = sentence.textOf(sentence);
  const closing = sentence.terminator === '' ? '' : (/[.?!]["'”’)\]]{0,2}$/.exec(body)?.[0] ?? '');
  const end = sentence.end - closing.length;
  const [thingsStart, requestStart] = [things[0]?.start ?? 0, request[0]?.start ?? 0];
  const fronted = form === 'fronted';
  const given = flatText(prompt.text, { start: thingsStart, end: fronted ? (things.at(-1)?.end ?? 0) : end }, atomic);
  const asked = flatText(prompt.text, { start: requestStart, end: fronted ? end : (request.at(-1)?.end ?? 0) }, atomic);
  const moved = asked === null ? null : fronted ? asOpening(asked) : asInside(asked, prompt);
  if (given === null || moved === null) return 'opens-with-a-name';
  const laid = relayLines(body, `${fronted ? `${moved}, given ${given}` : `Given ${given}, ${moved}`}${closing}`);
  return laid === null ? 'too-many-lines' : propose([replaceSpan(sentence, laid)]);
}
