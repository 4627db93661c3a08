import { fencePython } from '../src/core/code-fence.ts';
import type { MutationInput, Proposal } from '../src/core/mutation.ts';
import { insertAt, propose } from './proposals.ts';

/** Paragraphs around a specification. */
export interface Frame {
  readonly before?: string;
  readonly after?: string;
}

/**
 * Puts the unchanged specification between the paragraphs of a frame; code goes into a fence, so that prose can
 * surround it.
 */
export function proposeFrame({ prompt: { text }, completesPrompt }: MutationInput, { before, after }: Frame): Proposal {
  const shown = completesPrompt ? fencePython(text) : text;
  const at = completesPrompt ? shown.indexOf('\n') + 1 : 0;
  const lead = `${before === undefined ? '' : `${before}\n\n`}${shown.slice(0, at)}`;
  const tail = `${shown.slice(at + text.length)}${after === undefined ? '' : `\n\n${after}`}`;
  return propose([insertAt(0, lead), insertAt(text.length, tail)].filter(({ replacement }) => replacement !== ''));
}
