import { approachMutator } from '../frames.ts';
import { refuse } from '../proposals.ts';

export const moduleMutator = approachMutator({
  name: 'app-module',
  summary: 'Asks for a complete module with a docstring.',
  example: { before: 'Write `add(a, b)`.', after: 'Write `add(a, b)`. … Write it as a complete module …' },
  source: { title: 'Wang et al. 2025, DivSampling', url: 'https://arxiv.org/abs/2502.11027', section: 'instructions' },
  frames: ({ entryPoint, kind }) =>
    entryPoint === null || kind === 'snippet'
      ? refuse('no-entry-point')
      : [
          {
            after: `Write it as a complete module: a docstring that says what the module does and what it takes for granted, the imports, small helper functions where they make it plainer, and \`${entryPoint}\` as it is asked for.`,
          },
        ],
});
