import { z } from 'zod';
import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
import { loadLexicon } from './lexicon.ts';

const lexicon = loadLexicon(
  'spelling-variants',
  z.object({
    stems: z.array(z.object({ american: z.string(), british: z.string(), endings: z.array(z.string()) })),
    words: z.array(z.tuple([z.string(), z.string()])),
    compounds: z.array(z.tuple([z.string(), z.string()])),
    oneWay: z.array(z.tuple([z.string(), z.string()])),
  }),
);

/** Another spelling of a word; variants of one `group` change together. */
export interface VariantSpelling extends Span {
  readonly text: string;
  readonly variants: readonly { readonly group: string; readonly text: string }[];
}

const variantsByWord = new Map<string, { group: string; text: string }[]>();
const add = (from: string, to: string, group: string) => {
  variantsByWord.set(from, [...(variantsByWord.get(from) ?? []), { group, text: to }]);
};
for (const { american, british, endings } of lexicon.stems) {
  for (const ending of endings) {
    add(american + ending, british + ending, 'british');
    add(british + ending, american + ending, 'american');
  }
}
for (const [american, british] of lexicon.words) {
  add(american, british, 'british');
  add(british, american, 'american');
}
for (const [one, other] of lexicon.compounds) {
  add(one, other, groupOf(one, other));
  add(other, one, groupOf(other, one));
}
for (const [from, to] of lexicon.oneWay) add(from, to, groupOf(from, to));

/** Singular and plural, all words in sub-, and both letter cases change together, in one direction. */
function groupOf(from: string, to: string): string {
  const joined = from.replace(/[- ]/g, '');
  const family = /^(?:sub|non|multi|pre|hyper)|case$/.exec(joined)?.[0] ?? joined.replace(/s$/, '');
  return `${family} ${to.includes('-') ? 'hyphenated' : to.includes(' ') ? 'apart' : 'joined'}`;
}

/** A word with its hyphenated parts. */
const HYPHENATED = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu;

/** Words of the prose that the lexicon can spell otherwise, in order; capitals inside a sentence are names and stay. */
export function* spellingsOf(prompt: Prompt): Iterable<VariantSpelling> {
  for (const region of prompt.regions) {
    if (region.kind !== 'prose') continue;
    const part = prompt.text.slice(region.start, region.end);
    let previous: { text: string; start: number; end: number } | null = null;
    for (const match of part.matchAll(HYPHENATED)) {
      const word = { text: match[0], start: match.index, end: match.index + match[0].length };
      const pair: { text: string; start: number; end: number } | null =
        previous && part.slice(previous.end, word.start) === ' '
          ? { text: `${previous.text} ${word.text}`, start: previous.start, end: word.end }
          : null;
      for (const candidate of pair ? [pair, word] : [word]) {
        const variants = variantsByWord.get(candidate.text.toLowerCase());
        const plain = candidate.text === candidate.text.toLowerCase() || opensSentence(part, candidate.start);
        if (variants && plain) {
          yield {
            text: candidate.text,
            start: region.start + candidate.start,
            end: region.start + candidate.end,
            variants,
          };
        }
      }
      previous = word;
    }
  }
}

function opensSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:\n])\s*(?:[-*]\s)?$/.test(text.slice(Math.max(0, at - 8), at));
}
