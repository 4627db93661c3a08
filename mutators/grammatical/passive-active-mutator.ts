import type { MutationInput, Mutator, Proposal, Refusal } from '../../src/core/mutation.ts';
import { agentlessPassives } from '../parsers/agentless-passives.ts';
import { proseSentences } from '../parsers/prose-sentences.ts';
import { programSubject } from '../parsers/requests.ts';
import { insertAt, propose, refuse, replaceSpan } from '../proposals.ts';

/** Passives said to the reader, whose agent is whoever sets the task; the rest of the sentence keeps its place. */
const ADDRESSED = [
  [/^You(?: are|['’]re) (also |now )?given(?= )/u, (also: string) => `We ${also}give you`],
  [/^You (?:will|['’]ll) (also )?be given(?= )/u, (also: string) => `We will ${also}give you`],
  [/^You are (also )?asked to(?= )/u, (also: string) => `We ${also}ask you to`],
  [/^It is (also )?guaranteed that(?= )/u, (also: string) => `We ${also}guarantee that`],
] as const;

/** "given that", "given with", "given and asked": no plain object follows. */
const NO_OBJECT = /^\s+(?:that|with|as|in|by|and|or|to|from|on)\b/;
const SECOND_PARTICIPLE = /\band (?:are |also )*(?:asked|required|told|tasked|allowed|given)\b/;

/**
 * "If it is empty, a ValueError is raised." -> "If it is empty, the function raises a ValueError."; "You are given a
 * list." -> "We give you a list."
 *
 * Only where the agent is certain: the program returns, raises and prints; whoever sets the task gives and guarantees.
 */
export const passiveActiveMutator: Mutator = {
  name: 'gram-passive-active',
  family: 'grammatical',
  summary: 'Turns passives with a certain agent into the active voice.',
  example: {
    before: 'The function adds. The sum is returned.',
    after: 'The function adds. The function returns the sum.',
  },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose(input) {
    let met = false;
    for (const outcome of [...addressed(input), ...programPassives(input)]) {
      met = true;
      yield outcome;
    }
    if (!met) yield refuse('no-certain-passive');
  },
};

function* addressed({ prompt, entryPoint }: MutationInput): Iterable<Proposal | Refusal> {
  for (const sentence of proseSentences(prompt, entryPoint)) {
    const text = sentence.textOf(sentence);
    for (const [pattern, active] of ADDRESSED) {
      const found = pattern.exec(text.slice(0, 80));
      if (!found) continue;
      const behind = text.slice(found[0].length);
      if (NO_OBJECT.test(behind) && !found[0].endsWith('to')) yield refuse('no-object', sentence);
      else if (SECOND_PARTICIPLE.test(behind)) yield refuse('verb-coordination', sentence);
      else {
        const span = { start: sentence.start, end: sentence.start + found[0].length };
        yield propose([replaceSpan(span, active(found[1] ?? ''))]);
      }
      break;
    }
  }
}

function* programPassives({ prompt, entryPoint }: MutationInput): Iterable<Proposal | Refusal> {
  const subject = programSubject(prompt, entryPoint);
  for (const passive of agentlessPassives(prompt, entryPoint)) {
    if ('problem' in passive) yield refuse(passive.problem, passive.sentence);
    else if (subject === null) yield refuse('no-subject', passive.sentence);
    else {
      const { sentence, first, from, to, active } = passive;
      const opens = first.start === sentence.start;
      const agent = `${opens ? 'The' : 'the'} ${subject} ${active} `;
      const lowered = opens && !first.protected && /^\p{Lu}\p{Ll}*$/u.test(first.text) && !isName(first.text);
      const gap = sentence.textOf({ start: from.start - 1, end: from.start });
      if (gap !== ' ') yield refuse('line-break', sentence);
      else {
        yield propose([
          lowered ? replaceSpan(first, `${agent}${first.text.toLowerCase()}`) : insertAt(first.start, agent),
          replaceSpan({ start: from.start - 1, end: to.end }, ''),
        ]);
      }
    }
  }
}

/** "True", "None" and the like keep their capital. */
function isName(word: string): boolean {
  return /^(?:True|False|None|Python|Axes)$/.test(word);
}
