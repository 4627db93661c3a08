import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';

/** A word of the running text. */
export interface ProseWord extends Span {
  readonly text: string;
  /** Whether it is capitalised although no sentence begins with it. */
  readonly isName: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{L}+)*/gu;

/** Characters before a word that are read for the line before. */
const LONGEST_INDENT = 40;

/** Every word of the prose regions, in order. */
export function* proseWords(prompt: Prompt): Iterable<ProseWord> {
  for (const { kind, start, end } of prompt.regions) {
    if (kind !== 'prose') continue;
    const part = prompt.text.slice(start, end);
    for (const match of part.matchAll(WORD)) {
      yield {
        text: match[0],
        start: start + match.index,
        end: start + match.index + match[0].length,
        isName: /^\p{Lu}/u.test(match[0]) && !opensSentence(part, match.index),
      };
    }
  }
}

/** What a sentence cannot end with: a line behind it goes on with the sentence. */
const GOES_ON = /(?:,|\b(?:and|or|of|the|an?|by|in|to|from|for|with|is|are))[^\S\n]*\n\s*$/;

/** Whether a sentence, a line that goes on with none, or a quotation begins at `at`. */
function opensSentence(text: string, at: number): boolean {
  if (GOES_ON.test(text.slice(Math.max(0, at - LONGEST_INDENT), at))) return false;
  return /(?:^|[.!?:;\n]["'”’)]?|[("“])\s*(?:[-*•+]+\s*|\d+[.)]\s*)?$/.test(text.slice(Math.max(0, at - 12), at));
}
