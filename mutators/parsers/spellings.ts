import { z } from 'zod';
import type { Prompt } from '../../src/core/prompt.ts';
import type { Span } from '../../src/core/span.ts';
import { loadLexicon } from './lexicon.ts';

const lexicon = loadLexicon(
  'spelling-variants',
  z.object({
    stems: z.array(z.object({ american: z.string(), british: z.string(), endings: z.array(z.string()) })),
    words: z.array(z.tuple([z.string(), z.string()])),
    toBritish: z.array(z.tuple([z.string(), z.string()])),
    compounds: z.array(z.tuple([z.string(), z.string()])),
    oneWay: z.array(z.tuple([z.string(), z.string()])),
  }),
);

/** Another spelling of a word; variants of one `group` change together. */
export interface VariantSpelling extends Span {
  readonly text: string;
  /** Whether it cannot change although others of its groups can: a name inside a sentence, a part of a compound. */
  readonly stays: boolean;
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
for (const [american, british] of lexicon.toBritish) {
  add(american, british, 'british');
  add(british, british, 'american');
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

/** American words that the lexicon does not know, without those that Britons spell alike. */
const AMERICAN = /^(?!(?:re|over|under|down|up|out|cap)?siz)\p{L}{3,}(?:iz|yz)(?:e[sdr]?|ers?|ing|ations?)$/u;
/** What a hyphenated "upper-case" may not stand before: there it would be not an adjective. */
const NO_NOUN =
  /^\s*(?:$|[^\s\p{L}]|(?:and|or|in|to|for|of|by|with|from|at|on|if|when|is|are|as|then|using|that|which|while|but)\b)/u;

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
        const lower = candidate.text.toLowerCase();
        const whole = variantsByWord.get(lower);
        const variants = whole ?? (candidate === pair ? [] : varietiesWithin(lower));
        if (variants.length === 0) continue;
        const plain = candidate.text === lower || opensSentence(part, candidate.start);
        yield {
          text: candidate.text,
          start: region.start + candidate.start,
          end: region.start + candidate.end,
          stays: !whole || !plain || !fits(variants, lower, part.slice(candidate.end, candidate.end + 12)),
          variants,
        };
      }
      previous = word;
    }
  }
}

/** The varieties of English that a word would hold back: unknown to the lexicon, or with a part that is known to it. */
function varietiesWithin(word: string): { group: string; text: string }[] {
  const groups = word.split('-').flatMap((part) => {
    if (part === word) return AMERICAN.test(part) ? ['british'] : [];
    const known = (variantsByWord.get(part) ?? []).map(({ group }) => group);
    return known.filter((group) => group === 'british' || group === 'american');
  });
  return groups.map((group) => ({ group, text: word }));
}

/** "in uppercase" has no hyphen, and a word that is a variant of itself has no other spelling. */
function fits(variants: VariantSpelling['variants'], word: string, behind: string): boolean {
  return variants.every(({ text }) => text !== word && !(text.endsWith('-case') && NO_NOUN.test(behind)));
}

function opensSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:\n])\s*(?:[-*]\s)?$/.test(text.slice(Math.max(0, at - 8), at));
}
