import type { Rival } from '../../src/core/rival.ts';
import { examplesFirst } from '../examples-first.ts';

/**
 * The same samples as `self-agreement`; a program that fails an example of its prompt is out before agreement counts.
 *
 * Source: AlphaCode's filtering (arXiv 2203.07814, section 4.4). Differs: where no program passes the examples, the rule
 * decides among all.
 */
export const examplesFirstRival: Rival = {
  name: 'examples-first',
  summary: 'the samples of self-agreement, those that fail an example of the prompt left out.',
  source: { title: 'AlphaCode', url: 'https://arxiv.org/abs/2203.07814', section: '4.4' },
  needs: 'examples',
  least: 1,
  split: (budget) => ({ programs: budget, testReplies: budget }),
  rule: examplesFirst,
};
