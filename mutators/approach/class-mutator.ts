import { approachMutator } from '../frames.ts';
import { refuse } from '../proposals.ts';

/** For module-level functions only: the function stays and calls the method. */
export const classMutator = approachMutator({
  name: 'app-class',
  summary: 'Asks for the logic as a method of a class, which the function calls.',
  example: { before: 'Write `add(a, b)`.', after: 'Write `add(a, b)`. … Put the logic into a method of a class …' },
  source: { title: 'Wang et al. 2025, DivSampling', url: 'https://arxiv.org/abs/2502.11027', section: 'instructions' },
  frames: ({ entryPoint, kind }) =>
    entryPoint === null || kind !== 'function'
      ? refuse('not-a-function')
      : [
          {
            after: `Put the logic into a method of a class. Below the class, at the top level, write the function \`${entryPoint}\`, with its signature as it is asked for: it makes an object of the class and returns what the method returns.`,
          },
        ],
});
