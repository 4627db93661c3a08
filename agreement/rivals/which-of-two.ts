/** The answer in a reply to a question between A and B; null if it names neither or both. */
export type Answer = 'A' | 'B' | null;

const ANSWER = /answer\s*(?:is|:)?\s*[*_`"'([{\\a-z]{0,12}?\b([AB])\b/giu;
const ALONE = /\b([AB])\b/gu;

/**
 * Reads the choice out of a reply: the last "Answer: A" where there is one, else the one letter that its last line
 * names, else the one that the whole text names.
 */
export function whichOfTwo(reply: string): Answer {
  const said = [...reply.matchAll(ANSWER)].at(-1)?.[1];
  if (said) return said.toUpperCase() === 'A' ? 'A' : 'B';
  const only = (text: string): Answer => {
    const letters = new Set([...text.matchAll(ALONE)].map(([, letter]) => letter));
    return letters.size === 1 ? ([...letters][0] as 'A' | 'B') : null;
  };
  const last = reply.trim().split('\n').at(-1) ?? '';
  return only(last) ?? only(reply);
}
