import type { Term } from './term.ts';

/** Words that point to something said elsewhere. */
const POINTERS =
  /^(?:it|its|itself|they|them|their|theirs|themselves|this|these|those|that|such|he|she|his|her|him|one|ones|former|latter|same|both|other|others|another|above|following|below|corresponding|resulting|respective|respectively|here|it's|they're|that's)$/;

/** Words that bring something new into the text, of which a later clause may speak. */
const NEW_THINGS = /^(?:a|an|any|some|no|one|two|three|another|multiple|several|many|more|each|every|either|neither)$/;

/** Words without a meaning of their own. */
const LIGHT =
  /^(?:a|an|the|of|in|on|at|to|for|by|with|from|as|is|are|be|was|were|been|not|no|and|or|if|when|unless|should|must|will|can|may|has|have|does|do|than|there|function|method|return|returns|returned|raise|raised|raises|equal|more|less|least|most|all|only)$/;

/** The first word that points out of its clause, or null; "no such" and "there is" do not. */
export function pointerIn(terms: readonly Term[]): Term | null {
  return (
    terms.find((term, index) => {
      const word = term.text.toLowerCase();
      if (term.protected || !POINTERS.test(word)) return false;
      return !(word === 'such' && terms[index - 1]?.text.toLowerCase() === 'no');
    }) ?? null
  );
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

function isContent({ text, protected: hidden }: Term): boolean {
  return (hidden || text.length > 1) && !LIGHT.test(text.toLowerCase());
}

function stem({ text }: Term): string {
  return text
    .toLowerCase()
    .replace(/[`'"’]/g, '')
    .replace(/(?:ies|y)$/, 'i')
    .replace(/(?<=[^s]{2})e?s$/, '');
}
