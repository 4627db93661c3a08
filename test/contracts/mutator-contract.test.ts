import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { mutators } from '../../mutators/index.ts';
import { applyEdits, composeEdits, invertEdits } from '../../src/core/edit.ts';
import type { Mutator } from '../../src/core/mutation.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate-prompts.ts';
import { parsePrompt } from '../../src/python-source/parse-prompt.ts';
import { realPrompts, SHARED, taskOf } from '../mutators/prompts.ts';
import { checkVariant, SEED, variantsBy } from './mutator-contract.ts';

const sets = realPrompts();
if (!sets.some(({ name }) => name === 'HumanEval')) {
  console.warn(`mutator contract: the real prompts are missing; put the reference data at ${SHARED.pathname}`);
}

describe.each(sets)('$name', ({ tasks }) => {
  const texts: string[] = [];

  test.each(mutators.map((mutator) => [mutator.name, mutator] as const))(
    '%s keeps P1-P3, P5-P9, P11, P12',
    (_name, mutator: Mutator) => {
      for (const [index, task] of tasks.entries()) {
        const variants = variantsBy(mutator, task);
        // P7: the same seed gives the same bytes; a fresh parse, so that nothing remembered helps.
        const again = { ...task, prompt: parsePrompt(task.prompt.text, task.entryPoint) };
        if (index % 5 === 0) expect(variantsBy(mutator, again)).toEqual(variants);
        for (const variant of variants) {
          checkVariant(mutator, task, variant);
          texts.push(JSON.stringify([task.prompt.text, variant.prompt]));
        }
      }
    },
  );

  // P4, by Python itself, one process for all mutants of the set.
  test('what Python parsed it still parses', ({ skip }) => {
    const script = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")
def parses(text):
    try:
        ast.parse(text)
        return True
    except (SyntaxError, ValueError):
        return False
known = {}
for line in sys.stdin:
    before, after = json.loads(line)
    if before not in known:
        known[before] = parses(before)
    if known[before] and not parses(after):
        print(json.dumps(after))
`;
    const python = spawnSync('python3', ['-c', script], {
      input: texts.join('\n'),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (python.error) skip('python3 is missing: install Python 3 to check that mutants parse');
    expect(python.stderr).toBe('');
    expect(python.stdout).toBe('');
  });

  test('the order of the mutators is irrelevant, and each is drawn alone', () => {
    for (const task of tasks.slice(0, 40)) {
      const deps = { guards, seed: SEED, perMutator: 2 };
      const all = mutatePrompts(task, { ...deps, mutators });
      expect(mutatePrompts(task, { ...deps, mutators: [...mutators].reverse() })).toEqual(all);
      const alone = mutators.flatMap((mutator) =>
        mutatePrompts(task, { ...deps, mutators: [mutator] }).variants.slice(1),
      );
      expect(new Set(all.variants.slice(1).map(({ id }) => id))).toEqual(new Set(alone.map(({ id }) => id)));
    }
  });

  // P10
  test('two mutators in a row keep the contract of both', () => {
    for (const task of tasks.slice(0, 40)) {
      for (const [index, mutator] of mutators.entries()) {
        const second = mutators[(index + 3) % mutators.length] as Mutator;
        const [first] = variantsBy(mutator, task);
        if (!first) continue;
        const renamed = task.entryPoint === null ? null : (first.mutation?.renames[task.entryPoint] ?? task.entryPoint);
        const middle = taskOf(task.id, first.prompt, renamed, task.reservedNames);
        const [variant] = variantsBy(second, middle);
        if (!variant) continue;
        checkVariant(second, middle, variant);
        const edits = composeEdits(task.prompt.text, first.mutation?.edits ?? [], variant.mutation?.edits ?? []);
        expect(applyEdits(task.prompt.text, edits)).toBe(variant.prompt);
        expect(applyEdits(variant.prompt, invertEdits(task.prompt.text, edits))).toBe(task.prompt.text);
      }
    }
  });
});

/** P13: prompts of 100,000 characters, of each kind that a parser could trip over. */
const LONG = [
  ['sentences', 'Write a function to find the largest of n substrings, if there is one. '.repeat(1_400)],
  ['lines', 'Return `x` of the list;\nnormalize "it" (e.g. 1 + 2)\n'.repeat(1_900)],
  ['one line without end', 'word '.repeat(20_000)],
  [
    'a docstring',
    `def f(xs):\n    """Sort xs.\n${'    Take at least 2 of them. Return the rest.\n'.repeat(2_200)}    """\n`,
  ],
  ['open quotes and brackets', `"'\`([{ `.repeat(14_000)],
] as const;

describe('P13: linear time', () => {
  const slowest: string[] = [];
  afterAll(() => console.log(`mutators, 100,000 characters: ${slowest.join('; ')}`));

  test.each(LONG)('%s', (name, text) => {
    const task = taskOf('long', text, text.startsWith('def') ? 'f' : null);
    const start = process.cpuUsage();
    mutatePrompts(task, { mutators, guards, seed: SEED, perMutator: 1 });
    const { user } = process.cpuUsage(start);
    slowest.push(`${name} ${(user / 1e6).toFixed(2)} s CPU`);
    expect(parsePrompt(text, null).text).toBe(text);
    expect(user / 1e6).toBeLessThan(2);
  });
});
