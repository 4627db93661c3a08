import type { MutationInput, Mutator } from '../../src/core/mutation.ts';
import { type Conditional, readConditional } from '../parsers/conditions.ts';
import { proseSentences, type Sentence } from '../parsers/prose-sentences.ts';
import { flatText, relayLines } from '../parsers/relaid-lines.ts';
import { asInside, asOpening } from '../parsers/sentence-case.ts';
import { unbreakable } from '../parsers/wrapped-lines.ts';
import { propose, refuse, replaceSpan } from '../proposals.ts';

/**
 * "Return X if Y." <-> "If Y, return X."
 *
 * Both halves must stand alone: refuses pronouns, what one half brings in and the other speaks of, main clauses of
 * several verbs or with relative clauses (the condition could govern a part of them), "check if" and elliptic "if true".
 */
export const conditionReorderMutator: Mutator = {
  name: 'gram-condition-reorder',
  family: 'grammatical',
  summary: 'Moves a condition to the front of its sentence, or behind.',
  example: { before: 'Return 0 if the list is empty.', after: 'If the list is empty, return 0.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['reorders-protected', 'case'],
  source: 'original',
  *propose(input) {
    let met = false;
    const sentences = proseSentences(input.prompt, input.entryPoint);
    for (const [index, sentence] of sentences.entries()) {
      const read = readConditional(sentence);
      if (read === null) continue;
      met = true;
      const following = sentences[index + 1];
      const turned = 'problem' in read ? null : turnedRound(read, input);
      if ('problem' in read) yield refuse(read.problem, sentence);
      else if (sentence.block.kind === 'field') yield refuse('field', sentence);
      else if (following?.block === sentence.block && pointsBack(following)) yield refuse('pronoun-behind', sentence);
      else if (turned === null) yield refuse('opens-with-a-name', sentence);
      else yield propose([replaceSpan(sentence, turned)]);
    }
    if (!met) yield refuse('no-condition');
  },
};

function turnedRound({ sentence, conjunction, condition, main, fronted }: Conditional, input: MutationInput) {
  const { prompt, entryPoint } = input;
  const atomic = unbreakable(prompt, entryPoint).filter(
    ({ start, end }) => start < sentence.end && end > sentence.start,
  );
  const [conditionStart, mainStart] = [condition[0]?.start ?? 0, main[0]?.start ?? 0];
  const body = sentence.textOf(sentence);
  const closing = sentence.terminator === '.' ? (/\.["'”’)\]]{0,2}$/.exec(body)?.[0] ?? null) : '';
  if (closing === null) return null;
  const end = sentence.end - closing.length;
  const flat = (start: number, stop: number) => flatText(prompt.text, { start, end: stop }, atomic);
  const first = flat(conditionStart, fronted ? (condition.at(-1)?.end ?? 0) : end);
  const second = flat(mainStart, fronted ? end : (main.at(-1)?.end ?? 0));
  if (first === null || second === null) return null;
  const moved = fronted ? asOpening(second) : asInside(second, prompt);
  if (moved === null) return null;
  const link = conjunction.text.toLowerCase();
  const opening = link.charAt(0).toUpperCase() + link.slice(1);
  return relayLines(body, `${fronted ? `${moved} ${link} ${first}` : `${opening} ${first}, ${moved}`}${closing}`);
}

/** Whether a sentence opens with a word for what the one before it said. */
function pointsBack(sentence: Sentence): boolean {
  return /^(?:it|its|they|their|this|these|that|those|he|she|in (?:this|that|such|which) case|if so|such)\b/i.test(
    sentence.textOf(sentence),
  );
}
