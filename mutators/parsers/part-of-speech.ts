import { createRequire } from 'node:module';
import type nlp from 'compromise/two';
import { z } from 'zod';
import type { Span } from '../../src/core/text.ts';
import { readData } from '../../src/package-root.ts';

/** A word of a sentence, or a protected span as one. Spans are those of the prompt. */
export interface Term extends Span {
  readonly text: string;
  readonly protected: boolean;
  /** Parts of speech as compromise names them; a protected span is a singular noun. */
  readonly tags: ReadonlySet<string>;
}

/** Stands for a protected span while a sentence is tagged. */
const PLACEHOLDER = 'widget';
const PROTECTED_TAGS: ReadonlySet<string> = new Set(['Noun', 'Singular']);
const NO_TAGS: ReadonlySet<string> = new Set();

/** Longer text is not a sentence but text without full stops. */
const LONGEST_SENTENCE = 3_000;

let tagger: typeof nlp | undefined;

/** Tags the words of a sentence; none if the text is too long to be one. `textOf` returns the text between them. */
export function tagTerms(words: readonly Omit<Term, 'tags'>[], textOf: (span: Span) => string): readonly Term[] {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return [];
  if (last.end - first.start > LONGEST_SENTENCE) return words.map((word) => ({ ...word, tags: NO_TAGS }));
  let masked = '';
  const ends = words.map((word, index) => {
    // compromise ends a sentence at every line break.
    masked += textOf({ start: words[index - 1]?.end ?? word.start, end: word.start }).replace(/\s/g, ' ');
    masked += word.protected ? PLACEHOLDER : word.text;
    return masked.length;
  });
  const tags = words.map((word) => (word.protected ? PROTECTED_TAGS : NO_TAGS));
  // Loaded on first use: it takes 100 ms, which a command that mutates nothing should not pay.
  tagger ??= createRequire(import.meta.url)('compromise/two') as typeof nlp;
  let at = 0;
  let word = 0;
  for (const found of tagger(masked).document.flat()) {
    const start = found.text === '' ? -1 : masked.indexOf(found.text, at);
    if (start < 0) continue;
    at = start + found.text.length;
    while (word < ends.length - 1 && (ends[word] as number) <= start) word += 1;
    // The last part of a hyphenated word decides.
    if (!words[word]?.protected) tags[word] = found.tags ?? NO_TAGS;
  }
  return corrected(words.map((each, index) => ({ ...each, tags: tags[index] as ReadonlySet<string> })));
}

const corrections = readData(
  'lexicons/tag-corrections.json',
  z.object({ nounsAfter: z.array(z.string()), plurals: z.array(z.string()) }),
);
const NOUNS_AFTER: ReadonlySet<string> = new Set(corrections.nounsAfter);
const PLURALS: ReadonlySet<string> = new Set(corrections.plurals);
const PLURAL_TAGS: ReadonlySet<string> = new Set(['Noun', 'Plural']);
const BEFORE_NOUNS = ['Adjective', 'Value', 'Preposition', 'Noun'];

/** Plural nouns that compromise takes for verbs: "the values", "of scores". */
function corrected(terms: readonly Term[]): readonly Term[] {
  return terms.map((term, index) => {
    const before = terms[index - 1];
    const isPlural = before && term.tags.has('Verb') && PLURALS.has(term.text.toLowerCase());
    const nominal =
      isPlural && (NOUNS_AFTER.has(before.text.toLowerCase()) || BEFORE_NOUNS.some((tag) => before.tags.has(tag)));
    return nominal ? { ...term, tags: PLURAL_TAGS } : term;
  });
}
