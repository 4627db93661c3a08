import { z } from 'zod';
import { readData } from '../../src/package-root.ts';
import { approachMutator } from '../frames.ts';
import { refuse } from '../proposals.ts';

const { approaches } = readData(
  'lexicons/approaches.json',
  z.object({
    approaches: z.array(z.object({ name: z.string(), text: z.string(), words: z.array(z.string()).optional() })),
  }),
);

/** Each way that the words of the task allow; the draw takes one. */
export const namedMutator = approachMutator({
  name: 'app-named',
  summary: 'Names a way to solve it: a loop, recursion, sorting, dynamic programming.',
  example: { before: 'Add two numbers.', after: 'Add two numbers. … Solve it with loops, without recursion.' },
  source: { title: 'Wang et al. 2025, DivSampling', url: 'https://arxiv.org/abs/2502.11027', section: 'ideas' },
  frames({ prompt, entryPoint, kind }) {
    if (entryPoint === null || kind === 'class') return refuse('not-a-function');
    const words = new Set(prompt.text.toLowerCase().match(/[a-z]+/g));
    const allowed = approaches.filter((approach) => approach.words?.some((word) => words.has(word)) ?? true);
    return allowed.map(({ text }) => ({ after: text }));
  },
});
