import { fencePython } from '../../src/core/code-fence.ts';
import type { ModelMutator, MutationAsk, Refusal } from '../../src/core/mutation.ts';
import { type Frame, proposeFrame } from '../frames.ts';
import { refuse } from '../proposals.ts';
import { foundIn } from './clean-rewrite.ts';

/** The parts that differ between mutators whose frame a model writes. */
type ModelApproach = Pick<ModelMutator, 'name' | 'summary' | 'example' | 'source'> & {
  /** @param task the prompt as requests show it, including their additions */
  frame(task: string, ask: MutationAsk): Promise<Frame | Refusal>;
};

/** A mutator that keeps the specification and has a model write the text after it. */
export function modelApproach({ frame, ...words }: ModelApproach): ModelMutator {
  return {
    ...words,
    family: 'llm',
    touches: [],
    preserves: 'exact-meaning',
    declares: ['frames'],
    async *propose(input, ask) {
      const { prompt, completesPrompt, shownTest } = input;
      const shown = completesPrompt ? fencePython(prompt.text) : prompt.text;
      const task = shownTest ? `${shown}\n\nThis must hold: ${shownTest}` : shown;
      const found = await frame(task, ask);
      yield 'refused' in found ? found : proposeFrame(input, found);
    },
  };
}

/** One question, its parts a paragraph each; the reply's text, without thought. */
export async function askFor(ask: MutationAsk, parts: readonly string[]): Promise<{ readonly text: string } | Refusal> {
  const reply = await ask([{ role: 'user', content: parts.join('\n\n') }], 'write');
  if (reply.status === 'truncated') return refuse('truncated');
  return foundIn(reply, (text) => text.replace(/^[\s\S]*<\/think>/, '').trim() || null, 'no-text');
}
