import type { Prompt } from '../../src/core/prompt.ts';
import { type RunningToken, runningText } from './running-text.ts';
import { baseOf, isNounLike } from './verb-forms.ts';

/** A description behind the head of a field: "(str): The path to the file." */
export interface FieldDescription {
  /** Its article. */
  readonly article: RunningToken;
  /** Why it may be no mere noun with what belongs to it, or null. */
  readonly problem: string | null;
}

const SUBORDINATE = /^(?:that|which|where|whose|who|when|whether|how|if)$/;
const FINITE =
  /^(?:is|are|was|were|will|would|should|shall|must|can|could|may|might|has|have|had|does|do|did|be|cannot|isn't|aren't|don't|doesn't|won't|can't)$/;
/** Behind these a word such as "values" or "returns" is no verb. */
const BEFORE_NOUN =
  /^(?:of|the|a|an|for|in|with|to|and|or|from|between|by|all|its|their|these|those|on|as|per|containing|representing|input|output)$/;

/** Descriptions that open with an article, in order: "x: The input." */
export function fieldDescriptions(prompt: Prompt, entryPoint: string | null): readonly FieldDescription[] {
  return runningText(prompt, entryPoint).flatMap((tokens) => {
    const head = tokens.findIndex(({ kind }) => kind === 'label');
    const article = tokens[head + 1];
    if (head < 0 || head > 2 || !article?.free || !/^(?:The|An?)$/.test(article.text)) return [];
    return [{ article, problem: problemOf(tokens.slice(head + 2)) }];
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
