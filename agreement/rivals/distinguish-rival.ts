import type { Rival } from '../../src/core/rival.ts';
import { tournament } from './tournament.ts';

/** Three contenders meet once each. */
const QUESTIONS = 3;

/** The samples of `self-agreement` with some test replies less, whose calls are questions of a tournament instead. */
export const distinguishRival: Rival = {
  name: 'distinguish',
  summary: 'a tournament of the leading sets: the model says which output is right where they part.',
  source: { title: 'ExPairT-LLM', url: 'https://arxiv.org/abs/2511.10855' },
  needs: 'probes',
  least: QUESTIONS + 1,
  split: (budget) => ({ programs: budget, testReplies: budget - QUESTIONS, questions: QUESTIONS }),
  decide: tournament,
};
