import type { Term } from './term.ts';

/** Words that point to something said elsewhere. */
const POINTERS =
  /^(?:it|its|itself|they|them|their|theirs|themselves|this|these|those|that|such|he|she|his|her|him|one|ones|former|latter|same|both|other|others|another|above|following|below|corresponding|resulting|respective|respectively|here|it's|they're|that's)$/;

/** Words that bring something new into the text, of which a later clause may speak. */
const NEW_THINGS = /^(?:a|an|any|some|no|one|two|three|another|multiple|several|many|more|each|every|either|neither)$/;

/** Words without a meaning of their own. */
const LIGHT =
  /^(?:a|an|the|it|you|of|in|on|at|to|for|by|with|from|as|is|are|be|was|were|been|not|no|and|or|if|when|unless|should|must|will|can|may|has|have|does|do|than|there|function|method|return|returns|returned|raise|raised|raises|equal|more|less|least|most|all|only)$/;

/** The first word that points out of its clause, or null; "no such", "words that ..." and "the same ... as" do not. */
export function pointerIn(terms: readonly Term[]): Term | null {
  return (
    terms.find((term, index) => {
      const word = term.text.toLowerCase();
      if (term.protected || !POINTERS.test(word)) return false;
      const before = terms[index - 1];
      if (word === 'such') return before?.text.toLowerCase() !== 'no';
      if (word === 'same') return !terms.slice(index + 2, index + 5).some(({ text }) => text === 'as');
      if (word === 'that')
        return !(before && (before.protected || before.tags.has('Noun')) && verbBehind(terms[index + 1]));
      return true;
    }) ?? null
  );
}

const OPENS_SENTENCE =
  /^(?:The|A|An|It|This|These|They|If|When|Return|Returns|Raise|Raises|For|In|Note|You|Your|And|But|Otherwise)$/;

/** Whether a second sentence begins inside, its full stop forgotten: "... raise an error The function ...". */
export function runsOn(terms: readonly Term[]): boolean {
  return terms.some((term, index) => index > 0 && !term.protected && OPENS_SENTENCE.test(term.text));
}

function verbBehind(term: Term | undefined): boolean {
  return term !== undefined && !term.protected && (term.tags.has('Verb') || term.tags.has('Copula'));
}

/** Whether `later` speaks of what `earlier` brings in: "if a file is there, open the file". */
export function speaksOf(earlier: readonly Term[], later: readonly Term[]): boolean {
  const names = new Set(later.filter(isContent).map(stem));
  return earlier.some((term, index) => {
    if (!isContent(term) || !names.has(stem(term))) return false;
    return earlier.slice(Math.max(0, index - 5), index).some(({ text }) => NEW_THINGS.test(text.toLowerCase()));
  });
}

/** Whether the two have a word of meaning in common; protected names count. */
export function shareWords(one: readonly Term[], other: readonly Term[]): boolean {
  const words = new Set(one.filter(isContent).map(stem));
  return other.some((term) => isContent(term) && words.has(stem(term)));
}

/**
 * Whether a word that both have depends on their order: brought in by one of them ("a list") and spoken of by the
 * other ("the list"), or spoken of in both and never before.
 */
export function mentionsDiffer(one: readonly Term[], other: readonly Term[], textBefore: string): boolean {
  const before = new Set((textBefore.match(/[\p{L}\p{N}_]+/gu) ?? []).map((text) => stem({ text })));
  const isNew = (terms: readonly Term[], index: number) =>
    terms.slice(Math.max(0, index - 4), index).some(({ text }) => NEW_THINGS.test(text.toLowerCase()));
  return one.some((term, index) => {
    if (!isContent(term)) return false;
    return other.some((twin, at) => {
      if (!isContent(twin) || stem(twin) !== stem(term)) return false;
      if (isNew(one, index) !== isNew(other, at)) return true;
      return !isNew(one, index) && !before.has(stem(term));
    });
  });
}

function isContent({ text, protected: hidden }: Term): boolean {
  return (hidden || text.length > 1) && !LIGHT.test(text.toLowerCase());
}

function stem({ text }: Pick<Term, 'text'>): string {
  return text
    .toLowerCase()
    .replace(/[`'"’]/g, '')
    .replace(/(?:ies|y)$/, 'i')
    .replace(/(?<=[^s]{2})e?s$/, '');
}
