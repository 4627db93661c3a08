import type { Rival } from '../../src/core/rival.ts';
import { tournament } from './tournament.ts';

/** The mutation ensemble, and then a tournament of its leading sets: its questions are spent beside the budget. */
export const activeEnsembleRival: Rival = {
  name: 'active-ensemble',
  summary: 'the mutation ensemble, then a tournament of its leading sets; its questions come on top of the budget.',
  source: { title: 'ExPairT-LLM', url: 'https://arxiv.org/abs/2511.10855' },
  pool: 'mutated',
  needs: 'probes',
  least: () => 1,
  split: (budget, questions) => ({ programs: budget, testReplies: budget, questions }),
  decide: tournament,
};
