import { approachMutator } from '../frames.ts';

export const edgeCasesMutator = approachMutator({
  name: 'app-edge-cases',
  summary: 'Asks for a list of the edge cases before the code.',
  example: { before: 'Add two numbers.', after: 'Add two numbers. … First list the edge cases …' },
  source: {
    title: 'Zi et al. 2025, which details of a prompt help (PartialOrderEval)',
    url: 'https://arxiv.org/abs/2508.03678',
  },
  after:
    'First list the edge cases, and say of each, by the text above, what must come out. Then write the code, in one code block, so that each of them is handled.',
});
