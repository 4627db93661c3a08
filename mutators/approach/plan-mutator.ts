import { approachMutator } from '../frames.ts';

/** In one call; `llm-plan` and the prompting self-planning take two. */
export const planMutator = approachMutator({
  name: 'app-plan',
  summary: 'Asks for a plan in numbered steps, then the code.',
  example: { before: 'Add two numbers.', after: 'Add two numbers. … First write a plan in numbered steps …' },
  source: { title: 'Jiang et al. 2023, Self-planning', url: 'https://arxiv.org/abs/2303.06689' },
  after:
    'First write a plan in numbered steps, one sentence each. Then write the code that follows the plan, in one code block.',
});
