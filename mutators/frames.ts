import { fencePython } from '../src/core/code-fence.ts';
import type { MutationInput, Mutator, Proposal, Refusal } from '../src/core/mutation.ts';
import { dedentFully } from '../src/python-source/syntax/indentation.ts';
import { insertAt, propose, refuse } from './proposals.ts';

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

/**
 * What varies between the mutators of the family `approach`: words, source, and the frames that a task allows (or why it
 * has none), or the paragraph that stands behind any.
 */
type Approach = Pick<Mutator, 'name' | 'summary' | 'example' | 'source'> &
  ({ readonly after: string } | { frames(input: MutationInput): readonly Frame[] | Refusal });

/** A mutator that leaves the specification alone and changes how the model is led to its program. */
export function approachMutator({ name, summary, example, source, ...rest }: Approach): Mutator {
  const frames = 'after' in rest ? () => [{ after: rest.after }] : rest.frames;
  return {
    ...{ name, summary, example, source },
    family: 'approach',
    touches: [],
    preserves: 'exact-meaning',
    declares: ['frames'],
    *propose(input) {
      const found = input.prompt.text.trim() === '' ? refuse('empty-prompt') : frames(input);
      if ('refused' in found) yield found;
      else for (const frame of found) yield proposeFrame(input, frame);
    },
  };
}

/** The examples of a prompt as it spells them, without their indentation; else the one that every request shows. */
export function exampleTexts({ prompt: { text, regions }, shownTest }: MutationInput): readonly string[] {
  const own = regions
    .filter(({ kind }) => kind === 'example')
    .map(({ start, end }) =>
      dedentFully(text.slice(start, end))
        .replace(/[^\S\n]+$/gm, '')
        .trim(),
    );
  return own.length > 0 || shownTest === undefined ? own.filter((each) => each !== '') : [shownTest.trim()];
}
