import type { Prompt } from '../../src/core/prompt.ts';
import { proseSentences, type Sentence } from './prose-sentences.ts';
import type { Term } from './term.ts';
import { baseOf, thirdPerson } from './verb-forms.ts';

/** A passive whose agent can only be the program: "a ValueError is raised". */
export interface AgentlessPassive {
  readonly sentence: Sentence;
  /** First word of what is returned or raised. */
  readonly first: Term;
  /** From the copula or modal to the participle. */
  readonly from: Term;
  readonly to: Term;
  /** The active verb with its auxiliary: "raises", "should return". */
  readonly active: string;
}

export type AgentlessPassiveOrProblem = AgentlessPassive | { readonly problem: string; readonly sentence: Sentence };

const MARKED = /\b(?:returned|raised|printed)\b/i;
const LONGEST_SUBJECT = 10;
/** No prompt needs more; it bounds the tagging of long ones. */
const MOST_SENTENCES = 40;

/** Passives of "return", "raise" and "print" that begin a sentence or follow its condition. */
export function* agentlessPassives(prompt: Prompt, entryPoint: string | null): Iterable<AgentlessPassiveOrProblem> {
  let left = MOST_SENTENCES;
  for (const sentence of proseSentences(prompt, entryPoint)) {
    if (!MARKED.test(sentence.textOf(sentence))) continue;
    left -= 1;
    if (left < 0) return;
    const terms = sentence.terms();
    const to = terms.findIndex((term) => !term.protected && MARKED.test(term.text));
    const passive = to < 0 ? null : passiveAt(sentence, terms, to);
    if (passive) yield passive;
  }
}

function passiveAt(sentence: Sentence, terms: readonly Term[], to: number): AgentlessPassiveOrProblem | null {
  const participle = terms[to] as Term;
  const { from, auxiliary } = auxiliaryBefore(terms, to);
  if (auxiliary === null) return null;
  const first = subjectStart(sentence, terms, from);
  if (first === null) return { problem: 'unclear-subject', sentence };
  const behind = terms[to + 1]?.text.toLowerCase() ?? '';
  if (/^(?:by|and|or)$/.test(behind))
    return { problem: behind === 'by' ? 'agent-named' : 'verb-coordination', sentence };
  const base = baseOf(participle.text, 'participle');
  if (base === null) return null;
  const [modal, also] = auxiliary;
  const active = [modal, also, modal === '' ? thirdPerson(base) : base].filter((word) => word !== '').join(' ');
  return { sentence, first: terms[first] as Term, from: terms[from] as Term, to: participle, active };
}

/** "is", "are also", "should be", "will then be" before the participle: the modal and the adverb, each '' where there is none. */
function auxiliaryBefore(
  terms: readonly Term[],
  to: number,
): { readonly from: number; readonly auxiliary: readonly [modal: string, adverb: string] | null } {
  const start = Math.max(0, to - 3);
  const words = terms.slice(start, to).map(({ text }) => text.toLowerCase());
  const found = /(?:^| )(?:(?:is|are)(?: (also|then))?|(should|will)(?: (also|then))? be)$/.exec(words.join(' '));
  if (!found) return { from: -1, auxiliary: null };
  const length = found[0].trim().split(' ').length;
  return { from: to - length, auxiliary: [found[2] ?? '', found[1] ?? found[3] ?? ''] };
}

/** Where the passive's subject begins: with the sentence, or behind the comma of its opening condition. */
function subjectStart(sentence: Sentence, terms: readonly Term[], end: number): number | null {
  const conditional = /^(?:if|when|otherwise|for|in)$/i.test(terms[0]?.text ?? '');
  for (let i = end - 1; i >= Math.max(0, end - LONGEST_SUBJECT); i--) {
    const term = terms[i] as Term;
    const before = terms[i - 1];
    const gap = before ? sentence.textOf({ start: before.end, end: term.start }) : '';
    if (!isPartOfSubject(term)) return null;
    if (!before) return conditional ? null : 0;
    if (/,\s*$/.test(gap) && conditional) return /^(?:and|or|but)$/i.test(term.text) ? null : i;
    if (/[^\s`]/.test(gap)) return null;
  }
  return null;
}

function isPartOfSubject(term: Term): boolean {
  if (term.protected) return true;
  const word = term.text.toLowerCase();
  if (
    /^(?:that|which|who|it|they|this|these|and|or|but|not|no|neither|nothing|if|when|then|than|to|there|values?|error)$/.test(
      word,
    )
  )
    return /^(?:values?|error)$/.test(word);
  return !/^(?:is|are|was|were|be|has|have|can|may|must)$/.test(word) && baseOf(word, 'third') === null;
}
