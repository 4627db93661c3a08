import { type Guard, type GuardInput, isRefusal, type Mutator, type Proposal } from '../../src/core/mutation.ts';
import { createRng } from '../../src/core/random.ts';
import type { Task } from '../../src/core/task.ts';
import { applyEdits } from '../../src/core/text.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';

export const SHARED = new URL('../../../shared/', import.meta.url);

/** A task of nothing but a prompt. */
export function taskOf(
  id: string,
  text: string,
  entryPoint: string | null = null,
  reservedNames: readonly string[] = [],
): Task {
  return { id, prompt: parsePrompt(text, entryPoint), entryPoint, completesPrompt: false, labels: {}, reservedNames };
}

/** Every proposal's text, and every refusal's reason. */
export function outcomesOf(
  mutator: Mutator,
  text: string,
  entryPoint: string | null = null,
): { texts: string[]; reasons: string[] } {
  const texts: string[] = [];
  const reasons: string[] = [];
  const input = { prompt: parsePrompt(text, entryPoint), entryPoint, reservedNames: new Set<string>() };
  for (const outcome of mutator.propose(input, createRng(0))) {
    if (isRefusal(outcome)) reasons.push(outcome.refused);
    else texts.push(applyEdits(text, outcome.edits));
  }
  return { texts, reasons };
}

/** What a guard says of edits that replace the first occurrence of each `from` in the text. */
export function verdictOf(
  guard: Guard,
  text: string,
  replacements: readonly (readonly [from: string, to: string])[],
  extra: {
    entryPoint?: string;
    renames?: Proposal['renames'];
    mutator?: Partial<GuardInput['mutator']>;
    reserved?: string[];
  } = {},
): string | null {
  const entryPoint = extra.entryPoint ?? null;
  const edits = replacements.map(([from, to]) => {
    const start = text.indexOf(from);
    if (start < 0) throw new Error(`"${from}" is not in the text`);
    return { start, end: start + from.length, replacement: to };
  });
  return guard.check({
    prompt: parsePrompt(text, entryPoint),
    entryPoint,
    reservedNames: new Set(extra.reserved ?? []),
    mutator: {
      name: 'test',
      family: 'lexical',
      touches: ['prose', 'signature', 'code', 'example', 'constraint'],
      ...extra.mutator,
    },
    proposal: extra.renames ? { edits, renames: extra.renames } : { edits },
    mutatedText: applyEdits(text, edits),
  });
}
