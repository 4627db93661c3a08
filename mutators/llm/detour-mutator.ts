import { askFor, modelApproach } from '../rewriting/model-approach.ts';

const JAVASCRIPT =
  'Solve this task in JavaScript instead of Python, with the same names. Reply with the whole code in one code block.';

/** The program in JavaScript follows the prompt, and the request for Python asks for a port. */
export const llmDetourMutator = modelApproach({
  name: 'llm-detour',
  summary: 'A solution in JavaScript, written by a model, to port.',
  example: {
    before: 'Add two numbers.',
    after: 'Add two numbers. … const add = (a, b) => a + b; … Port it to Python.',
  },
  source: { title: 'Luo et al. 2024, Multilingual Program of Thoughts', url: 'https://arxiv.org/abs/2402.10691' },
  async frame(task, ask) {
    const code = await askFor(ask, [task, JAVASCRIPT]);
    return 'refused' in code
      ? code
      : {
          after: `This is a solution in JavaScript:\n\n${code.text}\n\nPort it to Python. Where it differs from the task, the task is right.`,
        };
  },
});
