import { describe, expect, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { funcNeutralMutator } from '../../../mutators/naming/func-neutral-mutator.ts';
import { paramRenameMutator } from '../../../mutators/naming/param-rename-mutator.ts';
import type { Mutator } from '../../../src/core/mutation.ts';
import { humanEvalFormat } from '../../../src/datasets/formats/human-eval-format.ts';
import { mutatePrompts } from '../../../src/pipeline/2-mutate/mutate-prompts.ts';
import { undoRenames, undoRenamesInTest } from '../../../src/python-source/renaming/rename.ts';

interface Case {
  readonly name: string;
  readonly prompt: string;
  readonly solution: string;
  readonly test: string;
}

const CASES: readonly Case[] = [
  {
    name: 'decorated',
    prompt:
      '@cache\ndef run_it(xs, k_max=1):\n    """Cut xs after k_max items.\n\n    >>> run_it([1], k_max=2)\n    [1]\n    """\n',
    solution: '    return xs[:k_max] or run_it(xs, k_max=k_max)\n',
    test: 'def check(candidate):\n    assert candidate([1], k_max=2) == run_it(xs=[1])\n',
  },
  {
    name: 'async, with an f-string',
    prompt: 'async def run_it(xs, k_max):\n    """Cut xs after k_max items; see `run_it`."""\n',
    solution: '    return f"{xs!r:>{k_max}} xs {await run_it(xs, k_max)}"\n',
    test: 'def check(candidate):\n    assert asyncio.run(candidate(xs=1, k_max=2))\n',
  },
  {
    name: 'with a nested function and a lambda that shadow',
    prompt: 'def run_it(xs, k_max):\n    """Cut xs after k_max items."""\n',
    solution:
      '    def inner(xs, run_it=1):\n        return (lambda k_max: k_max)(xs) + run_it\n    return inner(xs=k_max) + run_it(xs, k_max)\n',
    test: 'def check(candidate):\n    xs = 1\n    assert candidate(xs, 2) == xs\n',
  },
  {
    name: 'with type comments',
    prompt: 'def run_it(xs, k_max):\n    # type: (List[int], int) -> int\n    """Cut xs after k_max items."""\n',
    solution: '    ys = xs  # type: List[int]\n    return ys[k_max]\n',
    test: 'def check(candidate):\n    assert candidate(k_max=2, xs=[]) == sorted([], key=len)\n',
  },
  {
    name: 'whose doctest shows the name',
    prompt:
      'def run_it(xs, k_max):\n    """Cut xs after k_max items.\n\n    >>> run_it.__name__\n    \'run_it\'\n    """\n',
    solution: '    return xs[:k_max]\n',
    test: 'def check(candidate):\n    assert candidate([1], 1) == [1]\n',
  },
  {
    name: 'with a helper class',
    prompt:
      'class Box:\n    def size(self, xs):\n        return len(xs)\n\ndef run_it(xs, k_max):\n    """Cut xs after k_max items."""\n',
    solution: '    return Box().size(xs=xs) + k_max\n',
    test: 'def check(candidate):\n    assert candidate([], 1) == Box().size(xs=[]) + 1\n',
  },
];

/** The record as a mutator leaves it, with what it renamed. */
function mutated({ prompt, solution, test }: Case, mutator: Mutator) {
  const record = { task_id: 't', prompt, entry_point: 'run_it', canonical_solution: solution, test };
  const loaded = humanEvalFormat.load([{ value: record, file: 'f', line: 1 }]);
  const { variants, refusals } = mutatePrompts(loaded.tasks[0] as (typeof loaded.tasks)[number], {
    mutators: [mutator],
    guards,
    seed: 0,
    perMutator: 1,
  });
  const variant = variants[1];
  if (!variant?.mutation) throw new Error(`refused: ${refusals.map(({ refused }) => refused).join()}`);
  const { renames } = variant.mutation;
  const rewritten = humanEvalFormat.rewrite(record, { promptText: variant.prompt, renames });
  return { record, renames, rewritten: rewritten as typeof record };
}

const parts = (record: { prompt: string; canonical_solution: string; test: string }) => [
  record.prompt,
  record.canonical_solution,
  record.test,
];

describe.each(CASES)('a function $name', (entry) => {
  const shadowed = entry.name.includes('shadow');

  test('its name changes in prompt, examples, reference and tests', () => {
    const { record, rewritten } = mutated(entry, funcNeutralMutator);
    const expected = parts(record).map((part) =>
      (shadowed ? part.replace(/run_it(?==1)|\+ run_it\n/g, (found) => found.replace('run_it', '§')) : part)
        .replaceAll('run_it', 'solve_task')
        .replaceAll('§', 'run_it'),
    );
    expect(parts(rewritten)).toEqual(expected);
    expect(rewritten.entry_point).toBe('solve_task');
  });

  test('its parameters change, and nothing else of their name', () => {
    const { renames, rewritten } = mutated(entry, paramRenameMutator);
    expect(Object.keys(renames)).toEqual(['xs', 'k_max']);
    expect(parts(rewritten)).toMatchSnapshot();
  });

  test.each([funcNeutralMutator, paramRenameMutator])('$name: program and tests come back', (mutator) => {
    const { record, renames, rewritten } = mutated(entry, mutator);
    const program = undoRenames(rewritten.prompt + rewritten.canonical_solution, renames, { entryPoint: 'run_it' });
    expect('code' in program && withoutDocstring(program.code)).toBe(
      withoutDocstring(record.prompt + record.canonical_solution),
    );
    const check = (code: string) => code.replaceAll('candidate', rewritten.entry_point);
    const generated = check(rewritten.test)
      .replace(/^def check.*\n/, '')
      .replace(/^ {4}/gm, '');
    const original = record.test
      .replaceAll('candidate', 'run_it')
      .replace(/^def check.*\n/, '')
      .replace(/^ {4}/gm, '');
    expect(undoRenamesInTest({ kind: 'assertion', code: generated }, renames)).toEqual({
      kind: 'assertion',
      code: original,
    });
  });
});

/** A docstring is text: undoing leaves it, and nothing runs it. */
function withoutDocstring(code: string): string {
  return code.replace(/"""[\s\S]*?"""/, '""');
}
