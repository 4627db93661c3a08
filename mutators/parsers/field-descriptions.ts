import type { Prompt } from '../../src/core/prompt.ts';
import { type RunningToken, runningText } from './running-text.ts';
import { baseOf, isNounLike } from './verb-forms.ts';

/** A description behind the head of a field: "(str): The path to the file.", "(int): Number of rows." */
export interface FieldDescription {
  /** Its first word: an article, or a noun that stands without one. */
  readonly opening: RunningToken;
  /** The first word as it is inside a sentence, with its article: "the", "the number". */
  readonly noun: string;
  /** Why it may be no mere noun with what belongs to it, or null. */
  readonly problem: string | null;
}

const SUBORDINATE = /^(?:that|which|where|whose|who|when|whether|how|if)$/;
const FINITE =
  /^(?:is|are|was|were|will|would|should|shall|must|can|could|may|might|has|have|had|does|do|did|be|cannot|isn't|aren't|don't|doesn't|won't|can't)$/;
/** Behind these a word such as "values" or "returns" is no verb. */
const BEFORE_NOUN =
  /^(?:of|the|a|an|for|in|with|to|and|or|from|between|by|all|its|their|these|those|on|as|per|containing|representing|input|output)$/;

interface BareNoun {
  readonly article: 'the' | 'a' | 'an';
  /** What must stand behind it. */
  readonly next: RegExp;
}

const OF = /^(?:of|to)$/;
const HOLDS = /^(?:of|with|containing|representing|indicating|specifying)$/;

/** What one thing has one of, and what there may be several of; behind them comes what they belong to or hold. */
const BARE: ReadonlyMap<string, BareNoun> = new Map<string, BareNoun>([
  ...['number', 'name', 'size', 'length', 'width', 'height', 'index', 'shape', 'path', 'dimension'].map(
    (noun): [string, BareNoun] => [noun, { article: 'the', next: OF }],
  ),
  ...['list', 'tuple', 'dictionary', 'tensor', 'matrix', 'vector', 'string', 'boolean', 'flag', 'array', 'integer'].map(
    (noun): [string, BareNoun] => [noun, { article: /^[ai]/.test(noun) ? 'an' : 'a', next: HOLDS }],
  ),
]);

/** The first word of a description inside a sentence, with its article; null where it opens otherwise. */
function nounOf(opening: RunningToken, next: RunningToken | undefined): string | null {
  if (/^(?:the|an?)$/.test(opening.lower)) return opening.lower;
  const bare = BARE.get(opening.lower);
  return bare && next?.free && bare.next.test(next.lower) ? `${bare.article} ${opening.lower}` : null;
}

/** Descriptions that are a noun with what belongs to it, in order: "x: The input.", "n: number of rows" */
export function fieldDescriptions(prompt: Prompt, entryPoint: string | null): readonly FieldDescription[] {
  return runningText(prompt, entryPoint).flatMap((tokens) => {
    const head = tokens.findIndex(({ kind }) => kind === 'label');
    const opening = tokens[head + 1];
    if (head < 0 || head > 2 || !opening?.free) return [];
    const noun = nounOf(opening, tokens[head + 2]);
    return noun === null ? [] : [{ opening, noun, problem: problemOf(tokens.slice(head + 2)) }];
  });
}

const OPENS_OBJECT = /^(?:an?|the|its|their|all|each|every|any|it|them|this|that|these|those|whether|how|true|false)$/;

/** "Excel files" before a preposition or the end: a verb would have its object there. */
function isPlural(word: string, next: RunningToken | undefined): boolean {
  if (!isNounLike(baseOf(word, 'third') ?? '')) return false;
  return next === undefined || (next.kind !== 'name' && next.kind !== 'number' && !OPENS_OBJECT.test(next.lower));
}

function problemOf(tokens: readonly RunningToken[]): string | null {
  const stop = tokens.findIndex(({ text }) => text === '.');
  const own = stop < 0 ? tokens : tokens.slice(0, stop);
  if (own.length < 2) return 'too-short';
  if (own.some(({ kind, text }) => kind === 'label' || /^[;:?!]$/.test(text))) return 'several-parts';
  for (const [index, { lower, kind }] of own.entries()) {
    if (kind !== 'word') continue;
    if (SUBORDINATE.test(lower)) return null;
    const before = own[index - 1]?.lower ?? '';
    if (FINITE.test(lower) && before !== 'to') return 'sentence-already';
    if (baseOf(lower, 'third') !== null && !BEFORE_NOUN.test(before) && !isPlural(lower, own[index + 1]))
      return 'sentence-already';
  }
  return null;
}
