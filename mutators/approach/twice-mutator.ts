import { fencePython } from '../../src/core/code-fence.ts';
import { approachMutator } from '../frames.ts';

export const twiceMutator = approachMutator({
  name: 'app-twice',
  summary: 'The whole prompt, twice.',
  example: { before: 'Add two numbers.', after: 'Add two numbers.\n\nAdd two numbers.' },
  source: { title: 'Leviathan et al. 2025, Prompt Repetition', url: 'https://arxiv.org/abs/2512.14982' },
  frames: ({ prompt: { text }, completesPrompt }) => [{ before: completesPrompt ? fencePython(text) : text }],
});
