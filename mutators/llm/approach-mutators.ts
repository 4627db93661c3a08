import { fencePython } from '../../src/core/code-fence.ts';
import type { ModelMutator, MutationAsk, Refusal } from '../../src/core/mutation.ts';
import { type Frame, proposeFrame } from '../frames.ts';
import { refuse } from '../proposals.ts';
import { foundIn } from '../rewriting/clean-rewrite.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';

/** The parts that differ between mutators whose frame a model writes. */
type ModelApproach = Pick<ModelMutator, 'name' | 'summary' | 'example' | 'source' | 'confirm'> & {
  /** @param task the prompt as requests show it, including their additions */
  frame(task: string, ask: MutationAsk): Promise<Frame | Refusal>;
};

/** A mutator that keeps the specification and has a model write the text after it. */
const modelApproach = ({ frame, ...words }: ModelApproach): ModelMutator => ({
  ...words,
  family: 'llm',
  touches: [],
  preserves: 'exact-meaning',
  declares: ['frames'],
  async *propose(input, ask) {
    const { prompt, completesPrompt, shownTest } = input;
    const shown = completesPrompt ? fencePython(prompt.text) : prompt.text;
    const found = await frame(shownTest ? `${shown}\n\nThis must hold: ${shownTest}` : shown, ask);
    yield 'refused' in found ? found : proposeFrame(input, found);
  },
});

/** One question, its parts a paragraph each; the reply's text, without thought. */
async function askFor(ask: MutationAsk, parts: readonly string[]): Promise<{ readonly text: string } | Refusal> {
  const reply = await ask([{ role: 'user', content: parts.join('\n\n') }], 'write');
  if (reply.status === 'truncated') return refuse('truncated');
  return foundIn(reply, (text) => text.replace(/^[\s\S]*<\/think>/, '').trim() || null, 'no-text');
}

const OBSERVATIONS =
  'Make three to five observations about this task that help to solve it: properties of its inputs, special cases, a fact that makes it easier. One sentence each, no code.';
const PLAN = 'Use these observations. Write a plan for the program in numbered steps, one sentence each, no code.';
const CHECKLIST =
  'List every requirement of this task as a checklist: one line each, beginning with "- ", inputs, output, conditions and errors among them. Add no requirement and leave none out. No code.';
const JAVASCRIPT =
  'Solve this task in JavaScript instead of Python, with the same names. Reply with the whole code in one code block.';

/** Text that a model writes follows the prompt, which stays whole. */
export const modelApproaches: readonly ModelMutator[] = [
  modelApproach({
    // Two rounds, as in PlanSearch, without its combinations of observations: one draw is one plan.
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
  }),
  modelApproach({
    name: 'llm-restate',
    summary: 'The requirements as a checklist, written by a model, behind the prompt.',
    example: { before: 'Add two numbers.', after: 'Add two numbers. … - The result is the sum of both numbers.' },
    source: { title: 'Zi et al. 2025, which details of a prompt help', url: 'https://arxiv.org/abs/2508.03678' },
    async frame(task, ask) {
      const list = await askFor(ask, [task, CHECKLIST]);
      return 'refused' in list ? list : { after: `The same as a checklist:\n\n${list.text}` };
    },
    confirm: judgeEquivalence,
  }),
  modelApproach({
    name: 'llm-detour',
    summary: 'A solution in JavaScript, written by a model, to port.',
    example: {
      before: 'Add two numbers.',
      after: 'Add two numbers. … const add = (a, b) => a + b; … Port it to Python.',
    },
    source: { title: 'Luo et al. 2024, Multilingual Program of Thoughts', url: 'https://arxiv.org/abs/2402.10691' },
    async frame(task, ask) {
      const code = await askFor(ask, [task, JAVASCRIPT]);
      if ('refused' in code) return code;
      const port = 'Port it to Python. Where it differs from the task, the task is right.';
      return { after: `This is a solution in JavaScript:\n\n${code.text}\n\n${port}` };
    },
  }),
];
