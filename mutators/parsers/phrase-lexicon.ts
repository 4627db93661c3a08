import { z } from 'zod';
import { readData } from '../../src/package-root.ts';

const contexts = z.array(z.string()).optional();

const schema = z.object({
  /** Lists of words that a context may name as `@list`. */
  lists: z.record(z.string(), z.array(z.string())).default({}),
  /** Where a wording is defined, by the keys that entries name. */
  sources: z.record(z.string(), z.url()).default({}),
  entries: z.array(
    z.object({
      from: z.array(z.string()).min(1),
      to: z.array(z.string()).min(1),
      sense: z.string(),
      pos: z.string(),
      prev: contexts,
      notPrev: contexts,
      next: contexts,
      notNext: contexts,
      notThen: contexts,
      with: contexts,
      without: contexts,
      throughout: z.boolean().default(false),
      short: z.boolean().default(false),
      source: z.string().optional(),
    }),
  ),
});

/** One token of a pattern: a word or sign, or a slot that keeps its text. */
export type PatternToken =
  | { readonly slot: null; readonly word: string }
  | {
      readonly slot: string;
      readonly words: ReadonlySet<string> | null;
      readonly without: ReadonlySet<string>;
      /** Whether a name may not fill it. */
      readonly numeral: boolean;
    };

/**
 * `{n}` is a number, number word or name, `{n!one|1}` any but these, `{#n}` no name; `{v:find|return}` one of these words;
 * in a target, `{v}` repeats it.
 */
const TOKEN = /\{[^}]*\}|[\p{L}\p{N}]+(?:\.[\p{L}]+\.)|(?:etc|vs|approx|resp)\.|[\p{L}\p{N}]+(?:['’-]\p{L}+)*|[^\s]/gu;

/**
 * A lexicon of wordings that stand for one another: `from` may become each of `to`. Forms of one wording are
 * parallel, parted by " / ": "compute / computes".
 */
function readPhrases(name: string) {
  const { lists, sources, entries } = readData(`lexicons/${name}.json`, schema);
  const expand = (words: readonly string[] | undefined) =>
    (words ?? []).flatMap((word) => (word.startsWith('@') ? (lists[word.slice(1)] ?? missing(name, word)) : [word]));
  const only = (words: readonly string[] | undefined) => (words === undefined ? null : new Set(expand(words)));
  const rules = entries.flatMap((entry) =>
    entry.from.flatMap((wording) =>
      wording.split(' / ').map((form, index, forms) => ({
        /** Rules of one sense, such as the forms of a verb, change together. */
        sense: `${wording}: ${entry.sense}`,
        pattern: tokensOf(form, name, lists),
        targets: entry.to.map((target) => tokensOf(parallel(target, index, forms.length), name, lists)),
        /**
         * What stands before and behind: words, signs, `<start>` and `<end>` of a sentence, `<number>`, `<name>`, `<word>`
         * (any word), `<plural>`, `<sign>` (any sign), `<label>` (the head of a field, also `<start>`), `<named>` and
         * `<subject>` (see `placeOf`); null where anything may.
         */
        prev: only(entry.prev),
        notPrev: new Set(expand(entry.notPrev)),
        next: only(entry.next),
        notNext: new Set(expand(entry.notNext)),
        /** Words that must not stand after the next one. */
        notThen: new Set(expand(entry.notThen)),
        /** The prompt must hold one of these words, and none of the next. */
        with: only(entry.with),
        without: new Set(expand(entry.without)),
        /** Whether the wording changes everywhere in the prompt or not at all. */
        throughout: entry.throughout,
        /** Whether it is a short form that is protected as a name of code unless it is spelled out. */
        short: entry.short,
        /** Where the phrases are defined as equivalent, if the lexicon says so. */
        source: entry.source === undefined ? null : (sources[entry.source] ?? missing(name, entry.source)),
      })),
    ),
  );
  /** Rules by the word or sign that opens them; under '' those that open with a quantity. */
  const byOpening = new Map<string, typeof rules>();
  for (const rule of rules) {
    for (const opening of openingsOf(rule).map((word) => word.toLowerCase()))
      byOpening.set(opening, [...(byOpening.get(opening) ?? []), rule]);
  }
  for (const group of byOpening.values()) group.sort((a, b) => b.pattern.length - a.pattern.length);
  return { rules, byOpening };
}

export type PhraseLexicon = ReturnType<typeof readPhrases>;

/** A phrase and its replacements, with the contexts in which they are interchangeable. */
export type PhraseRule = PhraseLexicon['rules'][number];

const loaded = new Map<string, PhraseLexicon>();

/** A lexicon, read once. @throws ZodError where the list is malformed; Error where forms are not parallel. */
export function loadPhrases(name: string): PhraseLexicon {
  const known = loaded.get(name) ?? readPhrases(name);
  loaded.set(name, known);
  return known;
}

function missing(name: string, word: string): never {
  throw new Error(`lexicon ${name} has no list ${word}`);
}

function parallel(target: string, index: number, count: number): string {
  const forms = target.split(' / ');
  if (forms.length !== count && forms.length !== 1) throw new Error(`"${target}" has not ${count} forms`);
  return forms[index] ?? (forms[0] as string);
}

function tokensOf(wording: string, name: string, lists: Record<string, string[]>): PatternToken[] {
  return (wording.match(TOKEN) ?? []).map((token) => {
    const slot = /^\{(#?)(\w+)(?:!([^:}]*))?(?::([^}]*))?\}$/.exec(token);
    if (!slot) return { slot: null, word: token };
    const words = slot[4]
      ?.split('|')
      .flatMap((word) => (word.startsWith('@') ? (lists[word.slice(1)] ?? missing(name, word)) : [word]));
    return {
      slot: slot[2] as string,
      words: words ? new Set(words) : null,
      without: new Set(slot[3]?.split('|')),
      numeral: slot[1] === '#',
    };
  });
}

function openingsOf({ pattern }: PhraseRule): readonly string[] {
  const first = pattern[0];
  if (first === undefined) return [];
  return first.slot === null ? [first.word] : first.words ? [...first.words] : [''];
}
