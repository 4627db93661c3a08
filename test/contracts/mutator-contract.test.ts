import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { realPromptSets } from '../../bench/real-prompts.ts';
import { guards } from '../../mutators/guards/index.ts';
import { mutators, selectMutators } from '../../mutators/index.ts';
import type { Mutator, Variant } from '../../src/core/mutation.ts';
import { compositionOf } from '../../src/core/strength.ts';
import type { Task } from '../../src/core/task.ts';
import { composePrompts } from '../../src/pipeline/2-mutate/compose-mutations.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { SHARED, taskOf } from '../mutators/prompts.ts';
import { checkVariant, SEED } from './mutator-contract.ts';

const sets = await realPromptSets();
if (sets.length < 8) {
  console.warn(`mutator contract: real prompts are missing; put the reference data at ${SHARED.pathname}`);
}
const all: readonly Mutator[] = mutators;
const byName = new Map(all.map((mutator) => [mutator.name, mutator]));

/** The mutator of a variant; of a composite, one that declares what both do. */
function mutatorOf({ mutation }: Variant): Mutator {
  const parts = (mutation?.mutator ?? '').split('+').map((name) => byName.get(name) as Mutator);
  return { ...(parts[0] as Mutator), declares: [...new Set(parts.flatMap(({ declares = [] }) => declares))] };
}

/** Checks a variant; a failure says which mutant of which prompt. */
function check(task: Task, variant: Variant): void {
  try {
    checkVariant(mutatorOf(variant), task, variant);
  } catch (error) {
    (error as Error).message = `${variant.id}: ${(error as Error).message}`;
    throw error;
  }
}

/** Every so many prompts, for what need not be repeated on each. */
const every = (tasks: readonly Task[], step: number) => tasks.filter((_, index) => index % step === 0);

describe.each(sets)('$name', ({ dataset: { tasks } }) => {
  const pairs: string[] = [];
  const deps = { guards, seed: SEED, perMutator: 1 };

  test('every mutant of every prompt keeps P1-P3, P5-P9, P11, P12', () => {
    for (const [index, task] of tasks.entries()) {
      // Noise draws its places alike in every prompt.
      const chosen = index % 6 === 0 ? mutators : selectMutators('all', { includeAdversarial: true });
      for (const variant of mutatePrompts(task, { ...deps, mutators: chosen }).variants.slice(1)) {
        check(task, variant);
        // A frame is prose around the prompt.
        if (!variant.mutation?.framed) pairs.push(JSON.stringify([task.prompt.text, variant.prompt]));
      }
    }
  });

  // P4, by Python itself, one process for all mutants of the set.
  test('what Python parsed it still parses', ({ skip }) => {
    const script = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")
def parses(text):
    try: ast.parse(text)
    except (SyntaxError, ValueError): return False
    return True
print(json.dumps([after for before, after in map(json.loads, sys.stdin) if parses(before) and not parses(after)]))
`;
    const io = { input: pairs.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 } as const;
    const python = spawnSync('python3', ['-c', script], io);
    if (python.error) skip('python3 is missing: install Python 3 to check that mutants parse');
    expect(python.stderr).toBe('');
    expect(JSON.parse(python.stdout)).toEqual([]);
  });

  // P7: the same seed gives the same bytes; a fresh parse, so that nothing remembered helps.
  test('the same seed gives the same mutants, another order of the mutators too, and each is drawn alone', () => {
    for (const task of every(tasks, 12)) {
      const once = mutatePrompts(task, { ...deps, mutators });
      const again = { ...task, prompt: parsePrompt(task.prompt.text, task.entryPoint) };
      expect(mutatePrompts(again, { ...deps, mutators: [...mutators].reverse() })).toEqual(once);
      const alone = all.flatMap((mutator) => mutatePrompts(task, { ...deps, mutators: [mutator] }).variants.slice(1));
      const texts = new Set(alone.map(({ prompt }) => prompt));
      for (const { prompt } of once.variants.slice(1)) expect(texts).toContain(prompt);
    }
  });

  // P10
  test.each([
    ['light', 2],
    ['medium', 3],
    ['strong', 5],
  ] as const)('compositions keep the contract of their mutators: %s, %i', (strength, compose) => {
    const composition = {
      ...compositionOf({ strength, compose }),
      mutators: selectMutators('all'),
      guards,
      seed: SEED,
    };
    for (const task of every(tasks, 8)) {
      for (const variant of composePrompts(task, { ...composition, count: 5 }).variants.slice(1)) check(task, variant);
    }
  });
});

/** P13: prompts of 100,000 characters, of each kind that a parser could trip over. */
const docstring = (unit: string) => `def f(x, y):\n    """Sort x.\n${unit.repeat(100_000 / unit.length)}\n    """\n`;
const LONG: Readonly<Record<string, string>> = {
  sentences: 'Write a function to find the largest of n substrings, if there is one. '.repeat(1_400),
  lines: 'Return `x` of the list;\nnormalize "it" (e.g. 1 + 2)\n'.repeat(1_900),
  'one line without end': 'word '.repeat(20_000),
  'a docstring': docstring('    Take at least 2 of them. Return the rest.\n'),
  'a sentence without an end': docstring('return the list of the numbers and '),
  'list items': docstring('    - the number is at most 10\n'),
  doctests: docstring('    >>> f(1)\n    1\n'),
  'names of the function': docstring('f x y '),
  comments: `def f(xs):\n    """Sort xs.\n    """\n${'    # Return the rest of it.\n'.repeat(3_500)}`,
  'a statement': `Sum.\n\nInput\n\nThe first line holds $n$ ($1 \\le n \\le 10^5$).\n\n${'Sample Input 1:\n6\nabc\n\nNote\n\nIt is so.\n'.repeat(2_300)}`,
  'an instruction': `${'- `xs` (list): at least 2 of them, e.g. [1, 2]\n'.repeat(2_100)}\n\`\`\`\ndef f(xs):\n\`\`\`\n`,
  'Markdown fences': '```python\ndef f(x):\n    return x\n```\n'.repeat(2_600),
  blanks: `Sort${' '.repeat(50_000)}it.${'\n'.repeat(50_000)}`,
  'open blocks': 'a::\n'.repeat(25_000),
  'open quotes and brackets': `"'\`([{ `.repeat(14_000),
};

describe('P13: linear time', () => {
  const slowest: string[] = [];
  afterAll(() => console.log(`100,000 characters: ${slowest.join('; ')}`));

  const cpuSeconds = (work: () => void): number => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user / 1e6;
  };

  test.each(Object.entries(LONG))('%s', (name, text) => {
    let task = taskOf('long', '');
    const parsing = cpuSeconds(() => {
      task = taskOf('long', text, text.startsWith('def') ? 'f' : null);
    });
    expect(task.prompt.text).toBe(text);
    const costs = all.map((mutator): [string, number] => [
      mutator.name,
      cpuSeconds(() => mutatePrompts(task, { mutators: [mutator], guards, seed: SEED, perMutator: 1 })),
    ]);
    const [worst = ['', 0]] = costs.sort(([, a], [, b]) => b - a);
    slowest.push(`${name}: parse ${parsing.toFixed(2)} s, slowest ${worst[0]} ${worst[1].toFixed(2)} s CPU`);
    expect(parsing).toBeLessThan(2);
    expect(worst[1], worst[0]).toBeLessThan(2);
  });
});
