/**
 * Ten prompts through `solve`: what came out, why, and what it cost. Without a model by a scripted one, in which a share
 * of the programs is right and every reply of tests holds one that is wrong; with `--model` by a real one. Whether the
 * pick is right is decided by a check of ours that solve never sees.
 *
 * npx tsx bench/solve/solve-prompts.ts [--right 0.6] [--samples 20] [--sandbox bubblewrap] [--python FILE]
 *   [--only NAME] [--max-tokens 256] [--model ID --base-url URL]
 */
import { parseArgs } from 'node:util';
import { execute } from '../../src/app/execute-jobs.ts';
import { solve } from '../../src/app/solve-question.ts';
import { wantedBy } from '../../src/app/solving/entry-point.ts';
import type { ChatModel } from '../../src/core/chat.ts';
import { MutagreeError } from '../../src/core/errors.ts';
import { createRng } from '../../src/core/random.ts';
import type { Solution } from '../../src/records/solution.ts';
import { SOLVE_PROMPTS, type SolvePrompt } from './prompts.ts';

const { values } = parseArgs({
  options: {
    right: { type: 'string', default: '0.6' },
    samples: { type: 'string', default: '20' },
    sandbox: { type: 'string', default: 'auto' },
    model: { type: 'string' },
    'base-url': { type: 'string' },
    'max-tokens': { type: 'string', default: '256' },
    python: { type: 'string' },
    only: { type: 'string' },
  },
});

/** The name by which a request calls what is to be written. */
function askedName(text: string, own: string): string {
  const wanted = wantedBy(text.replace(/^(?:Complete|Solve) this[^\n]*\n/, ''));
  return 'name' in wanted ? wanted.name : own;
}

/** Right in so many of 100 replies, drawn; answers under the name that the prompt uses. */
function scripted({ prompt, right, wrong, tests }: SolvePrompt, share: number): ChatModel {
  const rng = createRng(1).fork(prompt);
  const own = /(?:def|class) (\w+)/.exec(wrong)?.[1] ?? '';
  return {
    id: 'scripted',
    complete: async ({ messages }) => {
      const asked = messages.at(-1)?.content ?? '';
      const isTests = /assert statements|examples of its standard input/.test(asked);
      const code = right !== null && rng.next() < share ? right : wrong;
      const text = asked.includes('good name') ? own : isTests ? tests : `\`\`\`python\n${code}\n\`\`\``;
      const name = own && askedName(asked, own);
      const renamed = name ? text.replace(new RegExp(`\\b${own}\\b`, 'g'), name) : text;
      return {
        status: 'completed',
        text: renamed,
        usage: { inputTokens: Math.ceil(asked.length / 4), outputTokens: Math.ceil(renamed.length / 4) },
      };
    },
  };
}

async function isRight({ program, entryPoint }: Solution, check: SolvePrompt['check']): Promise<string> {
  if (program === null || check === null) return '-';
  const { verdicts } = await execute(
    {
      candidates: [{ id: 'pick', code: program }],
      tests: [{ id: 'check', ...(typeof check === 'string' ? { code: check } : check) }],
      entryPoint,
      timeoutMs: 2000,
      memoryMib: 512,
    },
    { sandbox: values.sandbox, ...(values.python ? { python: values.python } : {}) },
  );
  return verdicts[0]?.[0] === 'pass' ? 'right' : 'wrong';
}

for (const each of SOLVE_PROMPTS.filter(({ name }) => values.only === undefined || name === values.only)) {
  const started = performance.now();
  const model = values.model ?? scripted(each, Number(values.right));
  const { name, prompt, examples, check } = each;
  let outcome: string;
  try {
    const solution = await solve(
      { prompt, ...(examples ? { examples } : {}) },
      {
        model,
        ...(values['base-url'] ? { baseUrl: values['base-url'] } : {}),
        samples: Number(values.samples),
        maxTokens: Number(values['max-tokens']),
        sandbox: values.sandbox,
        ...(values.python ? { python: values.python } : {}),
        ...(values.model ? {} : { priceInput: 0.15, priceOutput: 0.6 }),
      },
    );
    const { problem, sets, counts, given, confidence, cost } = solution;
    const [first] = sets;
    outcome = [
      problem ?? (await isRight(solution, check)),
      `${first?.votes ?? 0}/${counts.programSamples} programs agree on ${first?.tests ?? 0}/${counts.tests} tests`,
      `${given.passedBy}/${counts.programs} distinct pass ${given.tests.length} given`,
      `confidence ${confidence === null ? '-' : confidence.toFixed(2)}`,
      `${cost.calls} calls, ${(cost.inputTokens ?? 0) + (cost.outputTokens ?? 0)} tokens${cost.usd === null ? '' : `, ${cost.usd.toFixed(5)} USD`}`,
      ...(solution.parting ? [`parts on ${solution.parting.input.trim().slice(0, 40)}`] : []),
    ].join('; ');
  } catch (error) {
    if (!(error instanceof MutagreeError)) throw error;
    outcome = `${error.code}: ${error.message}`;
  }
  console.log(`${name.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${outcome}`);
}
