import { approachMutator, exampleTexts } from '../frames.ts';
import { refuse } from '../proposals.ts';

export const explainExamplesMutator = approachMutator({
  name: 'app-explain-examples',
  summary: 'Asks for an explanation of the examples before the code.',
  example: { before: '>>> add(1, 2)\n3', after: '>>> add(1, 2)\n3\n… First explain why each example has its result …' },
  source: {
    title: 'Ridnik et al. 2024, AlphaCodium',
    url: 'https://arxiv.org/abs/2401.08500',
    section: 'test reasoning',
  },
  frames: (input) =>
    exampleTexts(input).length === 0
      ? refuse('no-example')
      : [
          {
            after:
              'First explain, in a sentence or two for each example, why its result follows from the task. Then write the code, in one code block.',
          },
        ],
});
