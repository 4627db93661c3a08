import { askFor, modelApproach } from '../rewriting/model-approach.ts';

const OBSERVATIONS =
  'Make three to five observations about this task that help to solve it: properties of its inputs, special cases, a fact that makes it easier. One sentence each, no code.';
const PLAN = 'Use these observations. Write a plan for the program in numbered steps, one sentence each, no code.';

/** Two rounds, as in PlanSearch, without its combinations of observations: one draw is one plan. */
export const llmPlanMutator = modelApproach({
  name: 'llm-plan',
  summary: 'Observations and then a plan, written by a model, behind the prompt.',
  example: { before: 'Add two numbers.', after: 'Add two numbers. … Follow this plan: 1. Return the sum of both.' },
  source: { title: 'Wang et al. 2024, PlanSearch', url: 'https://arxiv.org/abs/2409.03733' },
  async frame(task, ask) {
    const observations = await askFor(ask, [task, OBSERVATIONS]);
    if ('refused' in observations) return observations;
    const plan = await askFor(ask, [task, `Observations:\n${observations.text}`, PLAN]);
    return 'refused' in plan ? plan : { after: `Follow this plan:\n\n${plan.text}` };
  },
});
