import type { GuardInput, MutatorDeclaration } from '../../src/core/mutation.ts';
import { oncePer } from '../../src/core/once-per.ts';
import { applyEdits, type Edit } from '../../src/core/text.ts';
import { loadPhrases, type PatternToken, type PhraseRule } from '../parsers/phrase-lexicon.ts';
import { declares } from './inverse-renames.ts';

/** The lexicons whose pairs a declaration treats as interchangeable. */
const LEXICONS: Readonly<Partial<Record<MutatorDeclaration, readonly string[]>>> = {
  'operator-synonyms': ['comparison-phrases', 'contractions', 'connectives', 'latin-phrases', 'obligations'],
  'number-words': ['number-digits'],
  'short-forms': ['latin-phrases'],
};

/**
 * Whether an edit does nothing but put one wording of a declared class in place of another: "at least 3" and "3 or
 * more", with the same text in every slot. Such an edit is exempt from the guards of protected spans, literals and
 * operator words; everything else about it is not.
 */
export function isDeclaredEdit({ start, end, replacement }: Edit, input: GuardInput): boolean {
  const old = plain(input.prompt.text.slice(start, end));
  const fresh = plain(replacement);
  return Object.entries(LEXICONS).some(
    ([declaration, lexicons]) =>
      declares(input, declaration as MutatorDeclaration) && lexicons.some((name) => isPair(name, old, fresh)),
  );
}

const pairs = new Map<string, boolean>();
/** Pairs that are remembered; the guards ask for the same few again and again. */
const MOST_PAIRS = 20_000;

function isPair(lexicon: string, old: string, fresh: string): boolean {
  const key = `${lexicon}\n${old}\n${fresh}`;
  const known = pairs.get(key);
  if (known !== undefined) return known;
  const found = loadPhrases(lexicon).rules.some((rule) => turns(rule, old, fresh));
  if (pairs.size >= MOST_PAIRS) pairs.clear();
  if (key.length < LONGEST_PAIR) pairs.set(key, found);
  return found;
}

const LONGEST_PAIR = 300;

/** The text after those edits that no declaration accounts for. */
export const withUndeclaredEdits = oncePer((input: GuardInput) => {
  const { prompt, proposal, mutator, mutatedText } = input;
  if (!mutator.declares?.some((declaration) => LEXICONS[declaration])) return mutatedText;
  const open = proposal.edits.filter((edit) => !isDeclaredEdit(edit, input));
  return applyEdits(prompt.text, open);
});

/** One blank between words, none before a comma; straight apostrophes. */
function plain(text: string): string {
  return text.replace(/’/g, "'").replace(/\s+/g, ' ').trim();
}

/** One word, number or name, or an expression in signs; none of the excluded ones. */
function quantity(without: ReadonlySet<string>): string {
  const never = without.size > 0 ? `(?!(?:${[...without].map(escaped).join('|')})(?!\\S))` : '';
  return `${never}\\S+(?: [-+*/%^] \\S+)*`;
}

function turns(rule: PhraseRule, old: string, fresh: string): boolean {
  const first = rule.pattern[0];
  if (first?.slot === null && first.word[0]?.toLowerCase() !== old[0]?.toLowerCase()) return false;
  const match = patternOf(rule).exec(old);
  return (
    match !== null &&
    rule.targets.some((target) => written(target, match.groups ?? {}).toLowerCase() === fresh.toLowerCase())
  );
}

const patternOf = oncePer((rule: PhraseRule) => {
  const parts = rule.pattern.map((part) => {
    if (part.slot === null) return escaped(part.word);
    return `(?<${part.slot}>${part.words ? [...part.words].map(escaped).join('|') : quantity(part.without)})`;
  });
  return new RegExp(
    `^${parts
      .join(' ')
      .replace(/ (?=[,:])/g, ' ?')
      .replaceAll(' - ', ' ?- ?')}$`,
    'i',
  );
});

function written(target: readonly PatternToken[], slots: Readonly<Record<string, string>>): string {
  return target
    .map((part) => (part.slot === null ? part.word : (slots[part.slot] ?? '')))
    .join(' ')
    .replace(/ (?=[,:])/g, '');
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** What the first entry that differs became. */
export function firstDifference(before: readonly string[], after: readonly string[]): string | null {
  const at = before.findIndex((entry, index) => entry !== after[index]);
  if (at >= 0) return `"${before[at]}" became "${after[at] ?? ''}"`;
  return after.length > before.length ? `"${after[before.length]}" is new` : null;
}
