import type { Citation, Mutator, Proposal, Refusal } from '../src/core/mutation.ts';
import type { Edit, Span } from '../src/core/text.ts';

export const RECODE: Citation = { title: 'ReCode', url: 'https://arxiv.org/abs/2212.10264' };

/**
 * The seven LLM-written rewrites of a thesis on prompt mutation with dual agreement (its public scripts, run on
 * BigCodeBench-Hard). There nothing checks that meaning and protected text survive.
 */
export const THESIS = { title: 'The public scripts of the thesis on prompt mutation with dual agreement' } as const;

/** What every mutator that renames may touch and do. */
export const RENAMES = {
  touches: ['prose', 'signature', 'code', 'example', 'constraint'],
  declares: ['renames'],
} as const satisfies Partial<Mutator>;

/** A refusal with its reason. */
export function refuse(reason: string, at?: Span): Refusal {
  return at === undefined ? { refused: reason } : { refused: reason, at: { start: at.start, end: at.end } };
}

/** A proposal of these edits. */
export function propose(edits: readonly Edit[], renames?: Readonly<Record<string, string>>): Proposal {
  return renames === undefined ? { edits } : { edits, renames };
}

export const replaceSpan = ({ start, end }: Span, replacement: string): Edit => ({ start, end, replacement });
export const insertAt = (at: number, replacement: string): Edit => ({ start: at, end: at, replacement });

/** `word` in the case of `model`: lower, Capitalised or UPPER. */
export function matchCase(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase() && model !== model.toLowerCase()) return word.toUpperCase();
  const first = model[0] ?? '';
  return first !== first.toLowerCase() ? (word[0] ?? '').toUpperCase() + word.slice(1) : word;
}
