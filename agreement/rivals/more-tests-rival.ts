import type { Rival } from '../../src/core/rival.ts';
import { maxPassScorer } from '../max-pass-scorer.ts';

/**
 * Half of the programs, and their calls spent on test replies instead; the program that passes most tests is taken.
 *
 * Source: Ma et al. 2025, "Dynamic Scaling of Unit Tests for Code Reward Modeling" (CodeRM, arXiv 2501.01054, section
 * 2): more unit tests make a better reward, best of N by tests passed. Differs: as many tests for every task (theirs
 * gives harder tasks more, by a trained classifier), written by the run's model.
 */
export const moreTestsRival: Rival = {
  name: 'more-tests',
  summary: 'half of the programs, their calls spent on test replies; the one that passes most tests.',
  source: { title: 'CodeRM', url: 'https://arxiv.org/abs/2501.01054', section: '2' },
  least: 2,
  split: (budget) => {
    const programs = Math.ceil(budget / 2);
    return { programs, testReplies: 2 * budget - programs };
  },
  rule: () => maxPassScorer,
};
