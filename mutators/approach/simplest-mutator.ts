import { approachMutator } from '../frames.ts';

export const simplestMutator = approachMutator({
  name: 'app-simplest',
  summary: 'Asks for the simplest code that is surely right.',
  example: { before: 'Add two numbers.', after: 'Add two numbers. … Write the simplest code that is surely right …' },
  source: { title: 'Wang et al. 2025, DivSampling', url: 'https://arxiv.org/abs/2502.11027', section: 'instructions' },
  after: 'Write the simplest code that is surely right, even where it is slow. Prefer what is plain to what is clever.',
});
