import type { ChatMessage } from '../../src/core/chat.ts';
import type { Rival } from '../../src/core/rival.ts';
import { whichOfTwo } from './which-of-two.ts';

/** Both orders, since models favour a position. */
const ORDERS = 2;

const question = (promptText: string, a: string, b: string): readonly ChatMessage[] => [
  {
    role: 'user',
    content:
      `This Python task was given:\n\n${promptText}\n\nProgram A:\n\n\`\`\`python\n${a.trim()}\n\`\`\`\n\nProgram B:\n\n\`\`\`python\n${b.trim()}\n\`\`\`\n\n` +
      'Which of the two programs is right? Compare what they do, then end with "Answer: A" or "Answer: B".',
  },
];

/**
 * The model compares the two leading sets, once in each order; if it contradicts itself the ranking stays. The two
 * calls replace test replies.
 *
 * Source: Zheng et al. 2023, "Judging LLM-as-a-Judge" (arXiv 2306.05685, sections 3.1 and 3.4: pairwise comparison,
 * positions swapped, a tie where the answers differ).
 */
export const judgeRival: Rival = {
  name: 'judge',
  summary: 'the model compares a program of each of the two leading sets, once in each order.',
  source: { title: 'Judging LLM-as-a-Judge', url: 'https://arxiv.org/abs/2306.05685', section: '3' },
  needs: 'probes',
  least: ORDERS + 1,
  split: (budget) => ({ programs: budget, testReplies: budget - ORDERS, questions: ORDERS }),
  decide: async ({ promptText, contenders: [first, second], ask }) => {
    if (!first || !second) return null;
    const straight = whichOfTwo(await ask(0, question(promptText, first.code, second.code)));
    const swapped = whichOfTwo(await ask(1, question(promptText, second.code, first.code)));
    return straight === 'B' && swapped === 'A' ? 1 : null;
  },
};
