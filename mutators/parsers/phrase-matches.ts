import type { Edit, Prompt, Span } from '../../src/core/text.ts';
import { isRequestVerb } from './imperatives.ts';
import type { PatternToken, PhraseLexicon, PhraseRule } from './phrase-lexicon.ts';
import { namesInCode } from './plain-words.ts';
import { namesInUse, type RunningToken, runningText } from './running-text.ts';
import { NUMBER_WORDS } from './word-lists.ts';

/** A wording of a lexicon in running text. */
export interface PhraseMatch extends Span {
  readonly rule: PhraseRule;
  /** Why it must stay as it is, or null. */
  readonly problem: string | null;
  /** The edits that put the rule's target of this index in its place, or null where it does not fit. */
  editsFor(target: number): readonly Edit[] | null;
}

/** Every wording of the lexicon in the prompt, in order; one that lies within another's reach is left out. */
export function phraseMatches(prompt: Prompt, entryPoint: string | null, lexicon: PhraseLexicon): PhraseMatch[] {
  const blocks = runningText(prompt, entryPoint);
  const matches: PhraseMatch[] = [];
  let names: ReadonlySet<string> | undefined;
  let words: ReadonlySet<string> | undefined;
  let coded: ReadonlySet<string> | undefined;
  const isName = (word: string, short: boolean) => {
    names ??= namesInUse(prompt, entryPoint);
    if (names.has(word)) return true;
    if (!short || !/^[a-z]+$/.test(word)) return false;
    coded ??= namesInCode(prompt, entryPoint);
    return coded.has(word) || coded.has(capitalised(word));
  };
  const holds = (word: string) => {
    words ??= new Set(blocks.flatMap((block) => block.map(({ lower }) => lower)));
    return words.has(word);
  };
  for (const tokens of blocks) {
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as RunningToken;
      const rules = [
        ...(lexicon.byOpening.get(token.lower) ?? []),
        ...(isQuantity(token) ? (lexicon.byOpening.get('') ?? []) : []),
      ];
      let longest = 0;
      for (const rule of rules) {
        const problem =
          rule.pattern.length < longest ? undefined : problemAt(prompt.text, tokens, at, rule, isName, holds);
        if (problem === undefined) continue;
        const found = tokens.slice(at, at + rule.pattern.length);
        longest = problem === null ? rule.pattern.length : longest;
        matches.push({
          rule,
          problem,
          start: token.start,
          end: (found.at(-1) as RunningToken).end,
          editsFor: (target) => editsFor(prompt.text, tokens[at - 1], found, rule, target),
        });
      }
      at += Math.max(0, longest - 1);
    }
  }
  return matches;
}

/** Such as "2x2": neither more nor fewer. */
const SHAPE = /\d[x×]\d/;

/** Whether the token can fill a slot `{n}`. */
function isQuantity({ kind, text, lower }: RunningToken): boolean {
  // A parameter that is also a word, such as "patience", reads as the word.
  if (SHAPE.test(text)) return false;
  return kind === 'number' || (kind === 'name' && !/^\p{L}\p{Ll}{2,}$/u.test(text)) || NUMBER_WORDS.has(lower);
}

/** Undefined if the rule's phrase does not occur here; null if it may change; otherwise the reason why not. */
function problemAt(
  text: string,
  tokens: readonly RunningToken[],
  at: number,
  rule: PhraseRule,
  isName: (word: string, short: boolean) => boolean,
  holds: (word: string) => boolean,
): string | null | undefined {
  const { pattern } = rule;
  if (!pattern.every((part, index) => fits(part, tokens[at + index], rule))) return undefined;
  const first = tokens[at] as RunningToken;
  const last = tokens[at + pattern.length - 1] as RunningToken;
  const inContext =
    allowed([...contextsOf(tokens[at - 1], 'prev'), ...placeOf(tokens, at)], rule.prev, rule.notPrev) &&
    allowed(contextsOf(tokens[at + pattern.length], 'next'), rule.next, rule.notNext) &&
    !rule.notThen.has(tokens[at + pattern.length + 1]?.lower ?? '') &&
    (rule.with === null || [...rule.with].some(holds)) &&
    ![...rule.without].some(holds);
  if (!inContext) return 'other-sense-possible';
  if (isJoined(text, first, last)) return 'part-of-a-compound';
  if (pattern.length === 1 && tokens.length === 1) return 'stands-alone';
  if (/^(?:module|package|namespace)$/.test(tokens[at + pattern.length]?.lower ?? '')) return 'word-is-a-name';
  for (const [index, part] of pattern.entries()) {
    const token = tokens[at + index] as RunningToken;
    if (part.slot !== null) continue;
    if (isName(token.lower, rule.short)) return 'word-is-a-name';
    const plain =
      token.text === token.text.toLowerCase() ||
      /^\d/.test(token.text) ||
      (index === 0 && token.opens && isCapitalised(token.text));
    if (!plain) return 'letter-case';
  }
  return null;
}

function fits(part: PatternToken, token: RunningToken | undefined, { short }: PhraseRule): boolean {
  if (token === undefined) return false;
  if (part.slot !== null && part.words === null)
    return isQuantity(token) && !part.without.has(token.lower) && !(part.numeral && token.kind === 'name');
  if (!token.free && !short) return false;
  return part.slot === null ? token.lower === part.word : (part.words as ReadonlySet<string>).has(token.lower);
}

const isCapitalised = (word: string) => /^\p{Lu}[^\p{Lu}]*$/u.test(word);

function contextsOf(token: RunningToken | undefined, side: 'prev' | 'next'): string[] {
  const edge = side === 'prev' ? '<start>' : '<end>';
  if (token === undefined) return [edge];
  if (token.kind === 'label') return [edge, '<label>'];
  const found = [token.lower, `<${token.kind}>`];
  if (/^[.?!:]$/.test(token.text)) found.push(edge);
  if (NUMBER_WORDS.has(token.lower)) found.push('<number>');
  if (token.kind === 'word' && isPlural(token.text)) found.push('<plural>');
  return found;
}

/**
 * `<named>`: what precedes is the name of a program that the noun before it announces, "the function `f`". `<subject>`:
 * only a sentence's subject can precede, "Subclasses using a lock".
 */
function placeOf(tokens: readonly RunningToken[], at: number): string[] {
  const [noun, name] = tokens.slice(Math.max(0, at - 2), at);
  if (name?.kind === 'name' && NAMING.test(noun?.lower ?? '')) return ['<named>'];
  const before = tokens.slice(Math.max(0, at - LONGEST_SUBJECT), at);
  const opening = before.findLastIndex(({ opens }) => opens);
  const isVerb = ({ lower }: RunningToken, index: number) =>
    /ed$/.test(lower) ||
    (isRequestVerb(lower.replace(/s$/, '')) &&
      !/^(?:the|an?|this|its|their|your)$/.test(before[index - 1]?.lower ?? ''));
  return opening >= 0 && !before.some((token, index) => index >= opening && isVerb(token, index)) ? ['<subject>'] : [];
}

const NAMING = /^(?:function|method|program|script|class|called|named)$/;

/** In words; a verb precedes what stands further behind. */
const LONGEST_SUBJECT = 4;

const NO_PLURAL =
  /^(?:always|this|thus|plus|minus|perhaps|does|has|was|its|less|as|is|us|appears|becomes|means|equals|returns|represents|denotes|contains|occurs|gives|needs|takes|wins|makes|starts|ends|corresponds|versus|across|towards|besides|hence)$|(?:ss|us|is|ous)$/;

/** Judged by the ending alone, which suffices after a number. */
function isPlural(word: string): boolean {
  return (
    (/^\p{Ll}{2,}s$/u.test(word) && !NO_PLURAL.test(word)) ||
    /^(?:vertices|matrices|indices|people|children)$/.test(word)
  );
}

function allowed(found: readonly string[], only: ReadonlySet<string> | null, never: ReadonlySet<string>): boolean {
  return !found.some((context) => never.has(context)) && (only === null || found.some((context) => only.has(context)));
}

/** Hyphens, slashes and the like bind a word into something else: "element-wise", "min/max", "value(s)". */
function isJoined(text: string, first: Span, last: Span): boolean {
  return (
    /[-–/\\_@#&.*'’+~^|[\]{}<>%$]/u.test(text[first.start - 1] ?? ' ') ||
    /^(?:[-–/\\_@&*'’(+~^|[\]{}<>]|\.[\p{L}\p{N}_])/u.test(text.slice(last.end, last.end + 2))
  );
}

function editsFor(
  text: string,
  before: RunningToken | undefined,
  found: readonly RunningToken[],
  { pattern, targets }: PhraseRule,
  target: number,
): Edit[] | null {
  const first = found[0] as RunningToken;
  const last = found.at(-1) as RunningToken;
  const kept = new Map(
    pattern.flatMap((part, index) => (part.slot === null ? [] : [[part.slot, found[index]?.text ?? '']])),
  );
  const words = (targets[target] ?? []).map((part) => (part.slot === null ? part.word : (kept.get(part.slot) ?? '')));
  const gaps = found.slice(1).map((token, index) => text.slice((found[index] as RunningToken).end, token.start));
  if (words.length !== found.length && gaps.some((gap) => /[\n\r]/.test(gap))) return null;
  if (isCapitalised(first.text) && first.opens && !keepsFirst(pattern, targets[target])) {
    // A name keeps its letters: no "K or more".
    const isName = targets[target]?.[0]?.slot !== null && !NUMBER_WORDS.has(words[0] ?? '');
    if (pattern[0]?.slot !== null || isName || !/^\p{Ll}/u.test(words[0] ?? '')) return null;
    words[0] = capitalised(words[0] as string);
  }
  let replacement = words[0] ?? '';
  for (const [index, word] of words.slice(1).entries()) {
    const sign = /^[,.;:)]$/.test(word);
    const glued = /[\p{L}\p{N}]$/u.test(replacement) && /^[\p{L}\p{N}]/u.test(word);
    const gap = words.length === found.length ? gaps[index] : sign ? '' : ' ';
    replacement += (gap === '' && glued ? ' ' : gap) + word;
  }
  const edits: Edit[] = [{ start: first.start, end: last.end, replacement }];
  const article = before && articleEdit(before, first.text, replacement);
  return article ? [article, ...edits] : edits;
}

/** Whether the first token stays first and keeps its capital. */
function keepsFirst(pattern: readonly PatternToken[], target: readonly PatternToken[] | undefined): boolean {
  return pattern[0]?.slot != null && pattern[0].slot === target?.[0]?.slot;
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** "a" <-> "an" where the next sound changes. */
function articleEdit(before: RunningToken, old: string, fresh: string): Edit | null {
  if (!/^an?$/i.test(before.text) || !before.free) return null;
  const wanted = opensWithVowel(fresh) ? 'an' : 'a';
  // How a short form sounds, its letters do not say: "an SGD optimizer", "a RAM module".
  const isShortForm = /^[A-Z]{2,}s?$/.test(old);
  if (before.lower === wanted || (!isShortForm && opensWithVowel(old) === opensWithVowel(fresh))) return null;
  return { start: before.start, end: before.end, replacement: before.text[0] + wanted.slice(1) };
}

function opensWithVowel(word: string): boolean {
  return /^(?:[aio]|e(?!u)|u(?!ni|se|su))/i.test(word) && !/^(?:one|once)\b/i.test(word);
}
