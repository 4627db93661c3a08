import type { RepairInput, Rival } from '../../src/core/rival.ts';

/** Failed tests that a request shows. */
const SHOWN = 3;
/** Characters of a test or an output that a request shows. */
const LONGEST = 400;
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

const failure = ({ test, returned }: RepairInput['failed'][number]) =>
  `${cut(test)}${returned === null ? '\n# it returns nothing there' : `\n# it returns ${cut(returned)} there`}`;

/**
 * Half of the programs; each that fails generated tests goes back to the model once, with up to three of them and its
 * own results. Old and new programs are ranked together.
 *
 * Source: Olausson et al. 2023, "Is Self-Repair a Silver Bullet for Code Generation?" (arXiv 2306.09896, section 3),
 * whose budget counts initial programs and repairs alike, as ours. Differs: the tests are the model's own, which may be
 * wrong (theirs are the task's), one call gives feedback and repair together.
 */
export const selfRepairRival: Rival = {
  name: 'self-repair',
  summary: 'half of the programs, each repaired once by the model after the generated tests that it fails.',
  source: { title: 'Is Self-Repair a Silver Bullet?', url: 'https://arxiv.org/abs/2306.09896', section: '3' },
  least: 2,
  split: (budget) => {
    const programs = Math.ceil(budget / 2);
    return { programs, testReplies: budget, repairs: budget - programs };
  },
  repairMessages: ({ promptText, entryPoint, code, failed }) => [
    {
      role: 'user',
      content:
        `This Python task was given:\n\n${promptText}\n\nThis program was written for it:\n\n\`\`\`python\n${code.trim()}\n\`\`\`\n\n` +
        `It fails these checks, which may themselves be wrong:\n\n\`\`\`python\n${failed.slice(0, SHOWN).map(failure).join('\n')}\n\`\`\`\n\n` +
        `Find out what is wrong, and write the whole corrected program${entryPoint === null ? '' : ` with the function ${entryPoint}`} in one Python code block, without tests. ` +
        'If the program is right and the checks are wrong, write it again as it is.',
    },
  ],
};
